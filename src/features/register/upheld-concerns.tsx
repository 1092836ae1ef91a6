import { londonDateOf } from '#domain/london-time.ts'
import { Notice } from '#ui/notice.tsx'
import type { FoundEvent } from './server/load-event.ts'

export function UpheldConcerns({ notes }: Pick<FoundEvent, 'notes'>) {
  return notes.map(({ at, text, reply }) => (
    <Notice key={at} tone="warning" title={`A concern about this event was upheld on ${londonDateOf(at)}`}>
      <p className="whitespace-pre-line break-words">{text}</p>
      <p className="mt-3 font-semibold">The organiser’s reply</p>
      <p className="whitespace-pre-line break-words">{reply || 'The organiser has not given a public reply.'}</p>
    </Notice>
  ))
}
