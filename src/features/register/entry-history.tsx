import { londonDateOf, longDay } from '#domain/london-time.ts'
import type { NextDate } from '#domain/register-answer.ts'
import { changeWords } from '#domain/register-status.ts'
import { Notice } from '#ui/notice.tsx'
import type { FoundEvent } from './server/load-event.ts'

export const nextWords: Record<NextDate['what'], string> = { event: 'Event date', review: 'Next review' }

export function EntryHistory({ history, next }: Pick<FoundEvent, 'history' | 'next'>) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="mb-3">
        History
      </h3>
      <ol className="grid gap-3 pl-4 border-l-3 border-border-strong">
        {history.map(({ at, change, reason }) => (
          <li key={`${at} ${change}`}>
            <p>
              <span className="font-semibold">{changeWords[change]}</span>{' '}
              <time dateTime={at} className="text-muted whitespace-nowrap">
                {londonDateOf(at)}
              </time>
            </p>
            {reason && <p className="text-sm text-muted">{reason}</p>}
          </li>
        ))}
        {next && (
          <li>
            <span className="font-semibold">{nextWords[next.what]}</span>{' '}
            <time dateTime={next.on} className="text-muted">
              {longDay(next.on)}
            </time>
          </li>
        )}
      </ol>
    </section>
  )
}

export function UpheldConcerns({ notes }: Pick<FoundEvent, 'notes'>) {
  return notes.map(({ at, text, reply }) => (
    <Notice key={at} tone="warning" title={`A concern about this event was upheld on ${londonDateOf(at)}`}>
      <p className="whitespace-pre-line break-words">{text}</p>
      <p className="mt-3 font-semibold">The organiser’s reply</p>
      <p className="whitespace-pre-line break-words">{reply || 'The organiser has not given a public reply.'}</p>
    </Notice>
  ))
}
