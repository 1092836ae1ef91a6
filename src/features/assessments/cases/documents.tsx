import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { FileName } from '#features/assessments/evidence/file-name.tsx'
import { dayWords, sizeWords } from '#features/assessments/evidence/rules.ts'
import { fileLimits } from '#features/assessments/files/rules.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { Badge } from '#ui/badge.tsx'
import { keepJson, readJson } from '#ui/browser-store.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { CaseForm } from './case-form.tsx'

/** `sender`: of the email that it came with. */
type Document = EvidenceFile & { isCurrent?: boolean; sender?: string }

type LooksState = ReturnType<typeof useLooks>

/**
 * What of a document was on the screen: its pages, or 0 for one without pictures that was downloaded. Kept for the session of this browser tab: a page
 * that was on the screen was, wherever one goes in between.
 */
export function useLooks() {
  const [, setCount] = useState(0)
  // The server knows nothing of this tab: what it has seen counts once the page is hydrated.
  const [isKnown, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  const mark = useCallback((fileId: string, page: number) => {
    const seen = seenOf(fileId)
    if (seen.includes(page)) return
    keepJson('sessionStorage', keyOf(fileId), [...seen, page])
    setCount((before) => before + 1)
  }, [])
  /** The first part of these documents that was not on the screen; `page` is 0 for a download. */
  const firstUnseen = useCallback(
    (files: readonly Document[]) => {
      for (const file of files) {
        const seen = isKnown ? seenOf(file.id) : []
        const parts = file.pages === null ? [0] : Array.from({ length: file.pages }, (_, index) => index + 1)
        const page = parts.find((part) => !seen.includes(part))
        if (page !== undefined) return { file, page }
      }
      return null
    },
    [isKnown],
  )
  return { mark, firstUnseen }
}

const keyOf = (fileId: string) => `pages-seen:${fileId}`

function seenOf(fileId: string): number[] {
  const kept = readJson('sessionStorage', keyOf(fileId))
  return Array.isArray(kept) ? kept : []
}

export function pageId(fileId: string, page: number): string {
  return `page-${fileId}-${page}`
}

/** @param purge where the form is posted that deletes a file, and the criterion to come back to; left out where the viewer may not. */
export function Documents({
  files,
  looks,
  purge,
  below,
}: {
  files: readonly Document[]
  looks?: LooksState | undefined
  below?: (file: Document) => ReactNode
  purge?: { here: string; criterion?: string } | undefined
}) {
  if (files.length === 0) return <p className="text-muted">No documents.</p>
  const ordered = files.toSorted((one, other) => Number(other.isCurrent ?? false) - Number(one.isCurrent ?? false))
  return (
    <ul className="flex flex-col gap-6">
      {ordered.map((file) => (
        <li key={file.id} className="pl-4 border-l-3 border-border">
          <OneDocument file={file} looks={looks} />
          {below?.(file)}
          {purge && file.state !== 'purged' && <Purge file={file} {...purge} />}
        </li>
      ))}
    </ul>
  )
}

function OneDocument({ file, looks }: { file: Document; looks: LooksState | undefined }) {
  const { id, bytes, state, scan, reason, expiresOn, uploadedAt, pages, isCurrent, sender } = file
  const pictures = state === 'ready' && pages !== null && <Pages file={{ ...file, pages }} looks={looks} />
  return (
    <>
      <FileName file={file} onDownload={() => pages === null && looks?.mark(id, 0)} />
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted figures">
        <span>
          {sizeWords(bytes)}, {londonDateOf(uploadedAt)}
          {sender && `, from ${sender}`}
          {expiresOn && `, valid until ${dayWords(expiresOn)}`}
        </span>
        {state === 'checking' && <Badge tone="neutral">Being checked</Badge>}
        {state === 'refused' && <Badge tone="danger">Refused</Badge>}
        {state === 'purged' && <Badge tone="neutral">Deleted</Badge>}
        {state === 'ready' && scan === 'unscanned' && <Badge tone="warning">Not scanned</Badge>}
      </p>
      {reason && <p className="text-sm text-muted">{reason}</p>}
      {state === 'ready' && pages === null && (
        <p className="text-sm">This document has no pictures. Download it to read it.</p>
      )}
      {pictures && (isCurrent ? pictures : <Earlier>{pictures}</Earlier>)}
    </>
  )
}

/** Loaded once somebody opens it, because each look is on the record. */
function Earlier({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary="Show it here" onToggle={setOpen} className="mt-2 needs-script">
      {isOpen && children}
    </Disclosure>
  )
}

function Pages({ file, looks }: { file: Document & { pages: number }; looks: LooksState | undefined }) {
  const { id, name, pages } = file
  const [shown, setShown] = useState(Math.min(pages, fileLimits.listedPages))
  return (
    <div className="mt-3">
      {Array.from({ length: shown }, (_, at) => at + 1).map((page) => (
        <PagePicture
          key={page}
          id={pageId(id, page)}
          src={`/evidence/files/${id}/preview?page=${page}`}
          alt={`${name}, page ${page} of ${pages}`}
          onSeen={() => looks?.mark(id, page)}
        />
      ))}
      {shown < pages && (
        <p>
          <Button
            variant="quiet"
            className="needs-script"
            onClick={() => setShown(Math.min(pages, shown + fileLimits.listedPages))}
          >
            Show the next pages of {name}
          </Button>{' '}
          <a href={`/evidence/files/${id}/preview?list=2`} target="_blank" rel="noreferrer">
            All pages in a new tab
          </a>
        </p>
      )}
    </div>
  )
}

const maxAttempts = 5

/** The server draws one page after the other and refuses where many wait, so a refused one is asked for again. */
function PagePicture({ id, src, alt, onSeen }: { id: string; src: string; alt: string; onSeen: () => void }) {
  const [attempt, setAttempt] = useState(0)
  const [isDrawn, setDrawn] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  seen.current = onSeen
  const isGivenUp = attempt > maxAttempts
  useEffect(() => {
    const image = place.current?.querySelector('img')
    if (image?.complete && image.naturalWidth > 0) setDrawn(true)
  }, [])
  useEffect(() => {
    if (!isDrawn && !isGivenUp) return
    const edges = new Set<Element>()
    // Its beginning and its end: a page may be higher than the screen.
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) edges.add(target)
      if (edges.size < 2) return
      observer.disconnect()
      seen.current()
    })
    for (const edge of place.current?.querySelectorAll('[data-edge]') ?? []) observer.observe(edge)
    return () => observer.disconnect()
  }, [isDrawn, isGivenUp])
  const again = () => {
    if (attempt < maxAttempts) setTimeout(() => setAttempt(attempt + 1), 2000 * (attempt + 1))
    else setAttempt(maxAttempts + 1)
  }
  return (
    <div ref={place} id={id} className="mb-4 scroll-mt-16">
      <span data-edge="" className="block h-px" />
      {isGivenUp ? (
        <p className="p-5 border border-border">{alt}: this page cannot be shown. Download the document to read it.</p>
      ) : (
        <img
          key={attempt}
          src={attempt === 0 ? src : `${src}&attempt=${attempt}`}
          alt={alt}
          loading="lazy"
          width="1131"
          height="1600"
          onLoad={() => setDrawn(true)}
          onError={again}
          className="block w-full h-auto border border-border"
        />
      )}
      <span data-edge="" className="block h-px" />
    </div>
  )
}

function Purge({ file: { id, name }, here, criterion }: { file: EvidenceFile; here: string; criterion?: string }) {
  return (
    <Disclosure summary="Delete this file" className="mt-2">
      <CaseForm here={here} intent="purge" criterion={criterion} button="Delete it permanently" variant="danger">
        <input type="hidden" name="file" value={id} />
        <p>
          For documents that should not have been sent, such as criminal record certificates, or medical or children’s
          data. {name} is deleted at once. You cannot get it back.
        </p>
      </CaseForm>
    </Disclosure>
  )
}
