import { DescriptionList } from '#ui/description-list.tsx'
import { cityAddress } from './cities/city-address.ts'
import { cities } from './content.ts'
import type { FoundEvent } from './event-data.ts'
import { attendance } from './rules.ts'

/** What the organiser has said of an event, and the ways to its other events and to those nearby. */
export function EventFacts({ event }: { event: FoundEvent }) {
  const lines = event.place.filter(Boolean)
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-4">
        About the event
      </h2>
      <DescriptionList
        items={[
          {
            term: 'Organiser',
            details: event.organiserPage ? <a href={event.organiserPage}>{event.organizer}</a> : event.organizer,
          },
          {
            term: 'Where',
            details: lines.length > 0 && (
              <address className="not-italic">
                {lines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            ),
          },
          { term: 'Capacity', details: attendance(event.attendees, event.capacity) },
          { term: 'Price', details: event.price },
          { term: 'Partners', details: event.partners.join(', ') },
        ]}
      />
      {event.city && (
        <p className="mt-3 no-print">
          <a href={cityAddress(event.city)}>{cities.title(event.city)}</a>
        </p>
      )}
    </section>
  )
}
