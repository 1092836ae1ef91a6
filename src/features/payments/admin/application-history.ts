import { orderLabel } from '#domain/catalogue.ts'
import type { PastEvent } from '#ui/admin-history.tsx'
import type { ApplicationEvent } from './server/application-events.ts'

/** Decisions and payments of one application, in words and in their order. */
export function applicationHistory(events: readonly ApplicationEvent[]): PastEvent[] {
  return events.map((event, index) => ({ key: String(index), at: event.at, what: wordsOf(event) }))
}

function wordsOf({ kind, what, by }: ApplicationEvent): string {
  const from = by ? ` by ${by}` : ''
  switch (kind) {
    case 'submitted':
      return 'Submitted'
    case 'decided':
      return what === 'withdrawn'
        ? `Approval withdrawn${from}`
        : `${what === 'approved' ? 'Approved' : 'Rejected'}${from}`
    case 'ordered':
      return `Ordered: ${orderLabel(what)}`
    case 'paid':
      return `Paid: ${orderLabel(what)}`
    case 'listed':
      return 'Entered in the register'
    case 'assessed':
      return `Assessment decided${from || ' by the panel'}: ${what.replaceAll('-', ' ')}`
  }
}
