import type { FormEvent } from 'react'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { TextInput } from '#ui/field.tsx'
import { useSendForm } from '#ui/use-send-form.ts'
import { problemOf } from '#wire/form.ts'
import { wantsLastDay } from '../criteria/criterion.ts'
import { fileLimits } from '../files/rules.ts'
import { FileName } from './file-name.tsx'
import { dayWords, sizeWords } from './rules.ts'
import type { EvidenceCriterion, OwnEvidence, OwnFile } from './server.ts'

type FileListProps = {
  criterion: Pick<EvidenceCriterion, 'id' | 'files'>
  evidence: Pick<OwnEvidence, 'appId' | 'closed'>
}

export function FileList({ criterion, evidence }: FileListProps) {
  if (criterion.files.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-4">
      {criterion.files.map((file) => (
        <li key={file.id} className="pl-4 border-l-3 border-border">
          <Document file={file} criterion={criterion} evidence={evidence} />
        </li>
      ))}
    </ul>
  )
}

function Document({ file, criterion, evidence }: FileListProps & { file: OwnFile }) {
  const form = useRowForm(criterion.id)
  const { id, name, bytes, uploadedAt, expiresOn, isAccepted, hasRunOut } = file
  return (
    <>
      <FileName file={file} />
      <p className="text-sm text-muted figures">
        {sizeWords(bytes)}, sent on {londonDateOf(uploadedAt)} at {londonClockOf(uploadedAt)}
      </p>
      <p className="text-sm">{checkWords(file)}</p>
      {expiresOn && (
        <p className="text-sm figures">
          {hasRunOut ? 'Expired on' : 'Valid until'} {dayWords(expiresOn)}
        </p>
      )}
      {evidence.closed === null && !isAccepted && (
        <form {...form} action={href('evidence', { appId: evidence.appId })}>
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="fileId" value={id} />
          <Button variant="link" aria-label={`Remove: ${name}`}>
            Remove
          </Button>
        </form>
      )}
    </>
  )
}

function checkWords({ state, scan, reason, isAccepted }: OwnFile): string {
  if (state === 'refused') {
    if (scan === 'infected') return 'Refused: our virus scanner found something harmful in it. Send a clean copy.'
    return `Refused: ${reason || 'it is not the type of file that its name says, or we cannot open it. Send it in another format.'}`
  }
  if (state === 'checking') return reason || 'Being checked. You can leave this page.'
  if (isAccepted) return 'Accepted'
  return scan === 'unscanned' ? 'Received' : 'Checked, no virus found'
}

export function UndatedFiles({ criterion, evidence }: RowProps) {
  if (criterion.undated.length === 0 || evidence.closed !== null) return null
  return (
    <ul className="mt-4 flex flex-col gap-4">
      {criterion.undated.map((upload) => (
        <li key={upload.id} className="pl-4 border-l-3 border-gold">
          <p className="font-semibold break-words">
            {upload.name} <span className="font-normal text-muted figures">({sizeWords(upload.bytes)})</span>
          </p>
          <p className="text-sm text-muted">
            It has arrived. Say its last day within {fileLimits.unfinishedHours} hours: then we check it.
          </p>
          <LastDayForm upload={upload} criterion={criterion} evidence={evidence} />
        </li>
      ))}
    </ul>
  )
}

function LastDayForm({
  upload: { id: uploadId, name },
  criterion,
  evidence,
}: RowProps & { upload: EvidenceCriterion['undated'][number] }) {
  const form = useRowForm(criterion.id)
  const { typed, problems } = evidence.form
  const isPosted = typed.uploadId === uploadId
  return (
    <form
      {...form}
      action={href('evidence', { appId: evidence.appId })}
      noValidate
      className="mt-3 flex flex-col gap-4 items-start"
    >
      <input type="hidden" name="uploadId" value={uploadId} />
      <TextInput
        type="date"
        name="expiresOn"
        id={`last-day-${uploadId}`}
        label="Last day of the document"
        error={isPosted ? problemOf(problems, 'expiresOn') : undefined}
        defaultValue={isPosted ? typed.expiresOn : ''}
      />
      {!wantsLastDay(criterion) && (
        <Checkbox
          name="noLastDay"
          id={`none-${uploadId}`}
          label="No expiry date"
          defaultChecked={isPosted && typed.noLastDay === 'on'}
        />
      )}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button name="intent" value="last-day" variant="quiet" aria-label={`Save the last day: ${name}`}>
          Save the last day
        </Button>
        <Button name="intent" value="remove-upload" variant="link" aria-label={`Remove: ${name}`}>
          Remove
        </Button>
      </div>
    </form>
  )
}

export type RowProps = { criterion: EvidenceCriterion; evidence: OwnEvidence }

/** The heading takes the focus when what had it is gone. */
export function headingId(criterionId: string): string {
  return `${criterionId}-name`
}

/** Posts a form without leaving the page, because documents may be being sent. */
export function useRowForm(criterionId: string) {
  const send = useSendForm()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTaken = await send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    if (isTaken && !document.querySelector('main [role=alert]'))
      document.getElementById(headingId(criterionId))?.focus()
  }
  return { method: 'post', onSubmit } as const
}
