import { useState } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { FileName } from '#features/assessments/evidence/file-name.tsx'
import { dayWords, sizeWords } from '#features/assessments/evidence/rules.ts'
import { fileLimits } from '#features/assessments/files/rules.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { Badge } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { CaseForm } from './case-form.tsx'

/** @param purgeAt the page whose form deletes a file; left out where the viewer may not. */
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

function File({ file }: { file: EvidenceFile }) {
  const { id, name, bytes, state, scan, reason, expiresOn, uploadedAt, pages } = file
  const hasPreview = state === 'ready' && pages !== null
  return (
    <>
      <FileName file={file} />
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
      {hasPreview && <InlinePreview id={id} name={name} pages={pages} />}
    </>
  )
}

/** Pages are loaded once somebody opens it, because each look is on the record. */
function InlinePreview({ id, name, pages }: { id: string; name: string; pages: number }) {
  const [isOpen, setOpen] = useState(false)
  const shown = Math.min(pages, fileLimits.listedPages)
  return (
    <Disclosure summary="Show it here" onToggle={setOpen} className="mt-2 needs-script" data-preview="">
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        <section aria-label={`Pages of ${name}`} tabIndex={0} className="max-h-160 overflow-y-auto">
          {Array.from({ length: shown }, (_, at) => at + 1).map((page) => (
            <Page
              key={page}
              src={`/evidence/files/${id}/preview?page=${page}`}
              alt={`${name}, page ${page} of ${pages}`}
            />
          ))}
          {shown < pages && (
            <p>
              <a href={`/evidence/files/${id}/preview?list=2`} target="_blank" rel="noreferrer">
                The other pages<VisuallyHidden> of {name} (opens in a new tab)</VisuallyHidden>
              </a>
            </p>
          )}
        </section>
      )}
    </Disclosure>
  )
}

/** The server draws one page after the other and refuses where many wait, so a refused one is asked for again. */
function Page({ src, alt }: { src: string; alt: string }) {
  const [attempt, setAttempt] = useState(0)
  const again = () => {
    if (attempt < 5) setTimeout(() => setAttempt(attempt + 1), 2000 * (attempt + 1))
  }
  return (
    <img
      key={attempt}
      src={attempt === 0 ? src : `${src}&attempt=${attempt}`}
      alt={alt}
      loading="lazy"
      width="1131"
      height="1600"
      onError={again}
      className="block w-full h-auto mb-4 border border-border"
    />
  )
}

function Purge({ file: { id, name }, here }: { file: EvidenceFile; here: string }) {
  return (
    <Disclosure summary="Delete this file" className="mt-2">
      <CaseForm here={here} intent="purge" button="Delete it permanently" variant="danger">
        <input type="hidden" name="file" value={id} />
        <p>
          For documents that should not have been sent, such as criminal record certificates, or medical or children’s
          data. {name} is deleted at once. You cannot get it back.
        </p>
      </CaseForm>
    </Disclosure>
  )
}
