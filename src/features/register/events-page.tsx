import { levelWords } from '#domain/assurance.ts'
import { shortened } from '#domain/shortened.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href, type Query } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CardList } from '#ui/card-list.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Section, TitledPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { RegisterAnswer } from './register-answer.tsx'
import { FeaturedBadge } from './register-status-badge.tsx'
import { attendance, eventFilters } from './rules.ts'
import type { events, UpcomingCardData } from './server/load-events.ts'
import { SubscribeLinks } from './subscribe-links.tsx'

type EventsData = PageData<typeof events>

const title = 'Upcoming Accredited Events'

export const page = definePage<EventsData>(
  EventsPage,
  ({ category, counts, cursor, dialog }) => ({
    title: dialog ? dialog.title : title,
    description: dialog
      ? shortened(dialog.description, 160)
      : 'Accredited events that have not taken place yet, by date.',
    feeds: {
      title: 'Upcoming accredited events',
      address: (format) => filePaths.eventsFeed(format, categoryQuery(category)),
    },
    ...(dialog
      ? { canonical: href('event', { slug: dialog.slug }) }
      : cursor
        ? {}
        : // A category with nothing to come is no page for a search engine.
          category === 'all' || (counts && counts[category] > 0)
          ? { canonical: href('events', categoryQuery(category)) }
          : {}),
  }),
  { cards: ['entries'] },
)

function categoryQuery(category: EventsData['category']) {
  return category === 'all' ? {} : { category }
}

function EventsPage({ data }: { data: EventsData }) {
  const { shortName } = useBrand()
  const { category, counts, cursor, entries, next, dialog } = data
  const here = { ...categoryQuery(category), cursor }
  return (
    <>
      <TitledPage
        isList
        eyebrow="The register"
        lead="Events that are accredited now and have not taken place yet, by date."
        title={title}
      >
        {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
        <div className="my-3">
          <ChipRow label="Category" oneLine>
            {eventFilters.map((name) => (
              <ChipLink
                key={name}
                href={href('events', categoryQuery(name))}
                current={name === category}
                count={counts?.[name]}
              >
                <span className="capitalize">{name}</span>
              </ChipLink>
            ))}
          </ChipRow>
        </div>
        {!entries ? (
          <Notice tone="danger" title="Failed to fetch events">
            <p>
              We cannot show the events at the moment. <a href={href('events', here)}>Try again</a>
            </p>
          </Notice>
        ) : entries.length === 0 ? (
          <EmptyState
            icon="i-calendar-x"
            title="No events found"
            text="Try adjusting your category filter or check back later for new events."
          >
            {category !== 'all' && (
              <ButtonLink variant="quiet" href={href('events')}>
                All categories
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <CardList
            name="events"
            entries={entries}
            className="rows"
            Card={UpcomingCard}
            shared={{ scheme: shortName, here }}
          />
        )}
        <Pagination
          firstHref={cursor ? href('events', categoryQuery(category)) : undefined}
          nextHref={next ? href('events', { ...categoryQuery(category), cursor: next }) : undefined}
        />
        <SubscribeLinks
          calendar={data.calendar}
          follow={href('follow', { ...categoryQuery(category), verified: true })}
          address={(format) => filePaths.eventsFeed(format, categoryQuery(category))}
        />
      </TitledPage>
      <Section tone="ink" labelledBy="get-accredited">
        <div className="grid gap-5 max-w-prose">
          <h2 id="get-accredited">Is your event accredited?</h2>
          <p className="text-muted">
            Accreditation puts your event on the public register and lets you show the verification badge. It takes
            about 15 minutes to apply.
          </p>
          <p>
            <ButtonLink href={href('apply')}>Apply for accreditation</ButtonLink>
          </p>
        </div>
      </Section>
      {dialog && <EventDialog event={dialog} closeHref={href('events', here)} />}
    </>
  )
}

type UpcomingCardProps = {
  entry: UpcomingCardData
  scheme: string
  /** The query of the list that the dialog opens on. */
  here: Query
}

function UpcomingCard({ entry, scheme, here }: UpcomingCardProps) {
  const { slug, title, organiser, price } = entry
  return (
    <li>
      <EntryPicture slug={slug} image={entry.image} tone={entry.tone} ratio="card" />
      <Badge tone="accredited" icon="i-badge-check">{`${scheme} Accredited: ${levelWords(entry)}`}</Badge>
      <h2>
        <a href={href('events', { ...here, event: slug })}>{title}</a>
      </h2>
      <p>{[dateAndTime(entry), place(...entry.place)].filter(Boolean).join(' · ')}</p>
      <p>{[organiser, attendance(entry.attendees, entry.capacity), price].filter(Boolean).join(' · ')}</p>
      {entry.isPro && <Badge>PRO: paid</Badge>}
      {entry.featured && <FeaturedBadge />}
    </li>
  )
}

/** Closing it goes back to the list's address. */
function EventDialog({ event, closeHref }: { event: NonNullable<EventsData['dialog']>; closeHref: string }) {
  return (
    <Dialog
      open
      title={event.title}
      closeHref={closeHref}
      actions={
        <>
          {event.ticketUrl && <OutsideLink href={event.ticketUrl}>Book Tickets</OutsideLink>}
          {event.landingPageUrl && <OutsideLink href={event.landingPageUrl}>Event Landing Page</OutsideLink>}
          <ButtonLink href={href('event', { slug: event.slug })}>Register entry</ButtonLink>
        </>
      }
    >
      <p className="mb-4 text-muted">
        Organised by {event.organiserPage ? <a href={event.organiserPage}>{event.organiser}</a> : event.organiser}
      </p>
      <DescriptionList
        items={{
          'Date & Time': dateAndTime(event),
          Location: place(...event.place),
          Capacity: attendance(event.attendees, event.capacity),
          Price: event.price,
        }}
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
