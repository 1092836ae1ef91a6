import { dateAndTime, place } from '#domain/when-and-where.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { RegisterAnswer } from './register-answer.tsx'
import { attendance, isOpen } from './rules.ts'
import type { events } from './server/load-events.ts'

type EventDialogData = NonNullable<PageData<typeof events>['dialog']>

/** Closing it goes back to the list's address. */
export function EventDialog({ event, closeHref }: { event: EventDialogData; closeHref: string }) {
  return (
    <Dialog
      open
      title={event.title}
      closeHref={closeHref}
      actions={
        <>
          {event.ticketUrl && (
            <ButtonLink variant={isOpen(event.answer.facts.status) ? 'action' : 'quiet'} href={event.ticketUrl} newTab>
              Book Tickets
              <Icon icon="i-external-link" />
            </ButtonLink>
          )}
          {event.landingPageUrl && (
            <ButtonLink variant="quiet" href={event.landingPageUrl} newTab>
              Event Landing Page
              <Icon icon="i-external-link" />
            </ButtonLink>
          )}
          <ButtonLink variant="quiet" href={href('event', { slug: event.slug })}>
            Register entry
          </ButtonLink>
        </>
      }
    >
      <p className="mb-4 text-muted">
        Organised by {event.organiserPage ? <a href={event.organiserPage}>{event.organizer}</a> : event.organizer}
      </p>
      <DescriptionList
        items={[
          { term: 'Date & Time', details: dateAndTime(event) },
          { term: 'Location', details: place(...event.place) },
          { term: 'Capacity', details: attendance(event.attendees, event.capacity) },
          { term: 'Price', details: event.price },
        ]}
      />
      {event.description && <p className="mt-5 whitespace-pre-line">{event.description}</p>}
      <RegisterAnswer answer={event.answer} className="mt-5">
        <p>
          Number{' '}
          <a href={href('event', { slug: event.slug })} className="figures whitespace-nowrap">
            {event.number}
          </a>
        </p>
      </RegisterAnswer>
    </Dialog>
  )
}
