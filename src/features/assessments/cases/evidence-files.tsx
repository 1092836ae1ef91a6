import { londonDateOf } from '../../../domain/london-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { dayWords, sizeWords } from '../evidence/rules.ts'
import type { EvidenceFile } from '../files/schema.ts'
import { BenchForm } from './bench-form.tsx'

/**
 * The files that were sent for one criterion.
 *
 * @param purgeAt the page that takes the post which deletes one; left out for whoever may not.
 */
export function EvidenceFiles({ files, purgeAt }: { files: EvidenceFile[]; purgeAt?: string | undefined }) {
  if (files.length === 0) return <p className="text-muted">No documents.</p>
  return (
    <ul className="flex flex-col gap-3">
      {files.map((file) => (
        <li key={file.id} className="pl-4 border-l-3 border-border">
          <File file={file} />
          {purgeAt && file.state !== 'purged' && <Purge file={file} here={purgeAt} />}
        </li>
      ))}
    </ul>
  )
}

function File({
  file: { id, name, bytes, state, scan, reason, expiresOn, uploadedAt, pages },
}: {
  file: EvidenceFile
}) {
  const hasPreview = state === 'ready' && pages !== null
  return (
    <>
      <p className="font-semibold break-words">
        {state === 'ready' ? (
          <a href={`/evidence/files/${id}`} download>
            {name}
          </a>
        ) : (
          name
        )}
      </p>
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted figures">
        <span>
          {sizeWords(bytes)}, {londonDateOf(uploadedAt)}
          {expiresOn && `, valid until ${dayWords(expiresOn)}`}
        </span>
        {state === 'checking' && <Badge tone="neutral">Being checked</Badge>}
        {state === 'refused' && <Badge tone="danger">Refused</Badge>}
        {state === 'purged' && <Badge tone="neutral">Deleted</Badge>}
        {state === 'ready' && scan === 'unscanned' && <Badge tone="warning">Not scanned</Badge>}
        {hasPreview && (
          <a href={`/evidence/files/${id}/preview`} target="_blank" rel="noreferrer">
            Preview<VisuallyHidden> of {name} (opens in a new tab)</VisuallyHidden>
          </a>
        )}
      </p>
      {reason && <p className="text-sm text-muted">{reason}</p>}
    </>
  )
}

function Purge({ file: { id, name }, here }: { file: EvidenceFile; here: string }) {
  return (
    <Disclosure summary="Delete this file" className="mt-2">
      <BenchForm here={here} intent="purge" button="Delete it for good" variant="danger">
        <input type="hidden" name="file" value={id} />
        <p>
          For what should not have been sent, such as criminal-record certificates, medical or children’s data. {name}{' '}
          is deleted at once and cannot be brought back.
        </p>
      </BenchForm>
    </Disclosure>
  )
}
