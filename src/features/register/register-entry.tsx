import { londonDateOf } from '#domain/london-time.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { EntryHistory } from './entry-history.tsx'
import type { FoundEvent } from './event-data.ts'
import { ProveIt } from './prove-it.tsx'

/** What the register holds of an event beside its answer: its dates, what has happened, who keeps it. */
export function RegisterEntry({ event }: { event: FoundEvent }) {
  const brand = useBrand()
  const { status, validUntil } = event.facts
  const isListed = status === 'listed'
  return (
    <aside
      aria-labelledby="entry"
      className="grid grid-cols-1 gap-4 p-5 sm:p-6 bg-surface-raised border border-border border-t-3 border-t-gold rounded print:!p-0 print:border-0"
    >
      <h2 id="entry" className="text-xl">
        Register entry
      </h2>
      <DescriptionList
        items={[
          { term: 'Status', details: registerStatuses[status].label },
          { term: isListed ? 'Listed from' : 'Valid from', details: londonDateOf(event.validFrom) },
          // What was revoked is valid until no day.
          {
            term: isListed ? 'Listed until' : 'Valid until',
            details: status === 'revoked' ? null : validUntil ? londonDateOf(validUntil) : 'No end date',
          },
        ]}
      />
      <EntryHistory history={event.history} next={event.next} />
      <ProveIt number={event.number} proof={event.proof} hasCredential={event.hasCredential} className="text-sm" />
      <p className="text-sm text-muted">This register is kept by the {brand.name}.</p>
    </aside>
  )
}
