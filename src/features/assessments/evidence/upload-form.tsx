import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { acceptedKinds } from './rules.ts'
import type { RoomCriterion } from './state.ts'

/** Sends a document for a criterion: a plain form, which takes one file at a time. */
export function UploadForm({ criterion, appId }: { criterion: RoomCriterion; appId: string }) {
  const { id, name, expires } = criterion
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={`/evidence/${appId}/files`}
      className="mt-4 flex flex-col gap-4 items-start"
    >
      <input type="hidden" name="criterionId" value={id} />
      {expires && (
        <Field id={`expires-${id}`} label="Last day of the document" hint="Until when it is valid, as it says itself.">
          {(control) => <input type="date" name="expiresOn" required className="control" {...control} />}
        </Field>
      )}
      <Field id={`file-${id}`} label={<>Document for: {name}</>}>
        {(control) => (
          <input type="file" name="file" required accept={acceptedKinds} className="control" {...control} />
        )}
      </Field>
      <Button type="submit" variant="quiet">
        Upload
      </Button>
    </form>
  )
}
