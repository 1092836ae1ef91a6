import { assuranceLevels } from '../../domain/assurance.ts'
import { londonDateOf } from '../../domain/london-time.ts'
import { changeWords, isAccredited, registerStatuses } from '../../domain/register-status.ts'
import { href } from '../../pages.ts'
import { useBrand } from '../../ui/brand-context.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import type { FoundEvent } from './event-page.tsx'

/** What the register says of an event: number, status, validity and what has changed. */
export function RegisterEntry({ event }: { event: FoundEvent }) {
  const brand = useBrand()
  const isListed = event.status === 'listed'
  return (
    <aside
      aria-labelledby="entry"
      className="grid grid-cols-1 gap-4 p-5 sm:p-6 bg-surface-raised border border-border border-t-4 border-t-gold rounded"
    >
      <h2 id="entry" className="text-xl">
        Register entry
      </h2>
      <p>{registerStatuses[event.status].sentence}</p>
      <DescriptionList
        items={[
          {
            term: 'Number',
            details: (
              <SiteLink className="font-semibold" href={href('verification', { number: event.number })}>
                {event.number}
              </SiteLink>
            ),
          },
          { term: 'Status', details: registerStatuses[event.status].label },
          { term: 'Checked', details: assuranceLevels[event.assured.level].label },
          { term: 'Reason', details: isAccredited(event.status) ? null : event.reason },
          { term: isListed ? 'Listed from' : 'Valid from', details: londonDateOf(event.validFrom) },
          {
            term: isListed ? 'Listed until' : 'Valid until',
            details: event.validUntil ? londonDateOf(event.validUntil) : 'No end date',
          },
        ]}
      />
      {event.history.length > 0 && (
        <>
          <h3 className="mt-2">History</h3>
          <ol className="grid gap-3 pl-4 border-l border-border-strong">
            {event.history.map(({ at, change, reason }) => (
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
          </ol>
        </>
      )}
      <p className="text-sm text-muted">
        This register is kept by the {brand.name}. Is something wrong?{' '}
        <SiteLink href={href('concerns', { event: event.number })}>Report a concern about this event</SiteLink>
      </p>
    </aside>
  )
}
