import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { FileName } from './file-name.tsx'
import { dayWords, sizeWords } from './rules.ts'
import type { OwnFile } from './server.ts'
import { type RowProps, useRowForm } from './use-row-form.ts'

export function FileList({ criterion, evidence }: RowProps) {
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

function Document({ file, criterion, evidence }: RowProps & { file: OwnFile }) {
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
          <Button type="submit" variant="link" aria-label={`Remove: ${name}`}>
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
