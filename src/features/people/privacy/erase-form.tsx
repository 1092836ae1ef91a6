import { adminHref } from '#admin-pages.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { AdminPrivacyData } from './state.ts'

export const problemOf = (data: AdminPrivacyData, field: string) =>
  data.problems.find((problem) => problem.field === field)?.message

export function EraseForm({ data }: { data: AdminPrivacyData }) {
  const sure = problemOf(data, 'sure')
  return (
    <form
      key={data.email}
      method="post"
      action={adminHref('adminPrivacy')}
      noValidate
      className="mt-8 flex flex-col gap-4 items-start max-w-form p-5 border border-border rounded bg-surface-raised"
    >
      <input type="hidden" name="intent" value="erase" />
      <input type="hidden" name="email" value={data.email} />
      <h3>Erase</h3>
      <p>
        We keep what the register, our accounts or a current contract need. The report says what and why. You cannot
        undo an erasure.
      </p>
      <TextInput
        name="reason"
        label="Reason"
        hint="Do not name anyone. The reason stays in the list below."
        maxLength={300}
        autoComplete="off"
        defaultValue={data.reason}
        error={problemOf(data, 'reason')}
        fieldClassName="w-full"
      />
      <div>
        {sure && (
          <p id="sure-error" className="mb-1 font-semibold text-danger">
            {sure}
          </p>
        )}
        <label className="flex gap-3 items-center min-h-11">
          <input
            id="sure"
            type="checkbox"
            name="sure"
            value="1"
            aria-invalid={sure ? true : undefined}
            aria-describedby={sure ? 'sure-error' : undefined}
          />
          I have sent them their data if they asked for it, and want to erase the data
        </label>
      </div>
      <Button type="submit" variant="danger">
        Erase
      </Button>
    </form>
  )
}
