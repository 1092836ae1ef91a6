import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Table } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type KnownEndpoint, Move } from './endpoint-forms.tsx'
import { deliveryStateLabels, deliveryTones, momentWords } from './endpoint-words.tsx'
import { logDays } from './rules.ts'

type Delivery = KnownEndpoint['deliveries'][number]

export function DeliveryLog({ data }: { data: KnownEndpoint }) {
  const { token, endpoint, deliveries, page, isLastPage } = data
  const { id, state } = endpoint
  const pageHref = (number: number) => href('webhookEndpoint', { token, id }, { page: number === 1 ? null : number })
  return (
    <section id="log" aria-labelledby="log-heading" className="mt-12">
      <h2 id="log-heading" className="mb-4">
        Deliveries of the last {logDays} days
      </h2>
      {deliveries.length === 0 ? (
        <EmptyState icon="i-inbox" title="Nothing was sent yet." />
      ) : (
        <Table
          caption="Deliveries, the last first"
          captionHidden
          columns={[
            { label: 'Event' },
            { label: 'Entry' },
            { label: 'State' },
            { label: 'Last attempt' },
            { label: 'Attempts' },
            { label: 'Next attempt' },
            { label: 'Again' },
          ]}
          rows={deliveries.map((delivery) => ({
            key: String(delivery.id),
            cells: [
              <Event key="event" delivery={delivery} />,
              delivery.number && (
                <a key="entry" href={href('verification', { number: delivery.number })}>
                  {delivery.number}
                </a>
              ),
              <Badge key="state" tone={deliveryTones[delivery.state]}>
                {deliveryStateLabels[delivery.state]}
              </Badge>,
              attemptWords(delivery),
              delivery.attempts,
              delivery.nextAt && state === 'active' ? momentWords(delivery.nextAt) : 'None',
              delivery.state !== 'waiting' && state === 'active' && (
                <Move
                  key="again"
                  command="again"
                  fixed={{ delivery: String(delivery.id) }}
                  button={
                    <>
                      Send again<VisuallyHidden>: {delivery.eventId}</VisuallyHidden>
                    </>
                  }
                />
              ),
            ],
          }))}
        />
      )}
      <Pagination
        {...(page > 1 && { previousHref: pageHref(page - 1) })}
        {...(!isLastPage && { nextHref: pageHref(page + 1) })}
      />
    </section>
  )
}

function Event({ delivery: { type, eventId, createdAt } }: { delivery: Delivery }) {
  return (
    <>
      {type}
      <span className="block text-sm text-muted [overflow-wrap:anywhere]">{eventId}</span>
      <span className="block text-sm text-muted">{momentWords(createdAt)}</span>
    </>
  )
}

function attemptWords({ attemptedAt, outcome, httpStatus, milliseconds }: Delivery): string {
  if (!attemptedAt || !outcome) return outcome ?? 'None yet'
  const status = httpStatus && !outcome.includes(String(httpStatus)) ? ` Status ${httpStatus}.` : ''
  return `${outcome}${status} ${milliseconds} ms, ${momentWords(attemptedAt)}`
}
