import { Button } from '#ui/button.tsx'
import { sizeWords } from '../rules.ts'
import { phaseWords, refusalOf, type ShownUpload } from './rules.ts'
import type { Uploads } from './use-uploads.ts'

/** The files of one criterion that are on their way, and those that could not be sent. */
export function UploadList({ criterionId, uploads }: { criterionId: string; uploads: Uploads }) {
  const own = uploads.shown.filter((each) => each.criterionId === criterionId)
  if (own.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-4">
      {own.map((upload) => (
        <li key={upload.key} className="pl-4 border-l-3 border-gold">
          <OneUpload upload={upload} uploads={uploads} />
        </li>
      ))}
    </ul>
  )
}

function OneUpload({ upload, uploads }: { upload: ShownUpload; uploads: Uploads }) {
  const { key, name, bytes, sent, phase } = upload
  const hasFailed = phase === 'failed'
  const stop = hasFailed ? 'Remove from the list' : 'Cancel'
  return (
    <>
      <p className="font-semibold break-words">
        {name} <span className="font-normal text-muted figures">({sizeWords(bytes)})</span>
      </p>
      {!hasFailed && (
        <progress className="progress" value={sent} max={bytes} aria-label={`Sending ${name}`}>
          {sent} of {bytes}
        </progress>
      )}
      <p className={hasFailed ? 'text-sm text-danger' : 'text-sm text-muted figures'}>{phaseWords(upload)}</p>
      <div className="flex flex-wrap gap-x-6">
        {hasFailed && !refusalOf({ name, size: bytes }) && (
          <Button variant="link" aria-label={`Try again: ${name}`} onClick={() => uploads.retry(key)}>
            Try again
          </Button>
        )}
        <Button variant="link" aria-label={`${stop}: ${name}`} onClick={() => uploads.cancel(key)}>
          {stop}
        </Button>
      </div>
    </>
  )
}
