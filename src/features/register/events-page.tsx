import { useBrand } from '../../brand-context.tsx'
import type { Sector } from '../../domain/categories.ts'
import { shortened } from '../../domain/shortened.ts'
import { filePaths } from '../../file-paths.ts'
import { href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { ChipLink, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, type IconClass } from '../../ui/icon.tsx'
import { CardGrid, Container, Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { definePage } from '../../wire/page.ts'
import { events } from './content.ts'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { EventDialog, type EventDialogData } from './event-dialog.tsx'
import { attendance, dateAndTime, eventFilters, place } from './rules.ts'
import { SubscribeLinks } from './subscribe-links.tsx'

export type UpcomingCardData = {
  slug: string
  title: string
  organizer: string
  date: string | null
  time: string | null
  place: [venue: string, city: string]
  price: string
  attendees: number
  capacity: number | null
  image?: string
  /** The hue of the drawn cover, where there is no image. */
  tone?: Sector
  isPrivate?: true
  featured?: true
  isPro?: true
}

export type EventsData = {
  category: (typeof eventFilters)[number]
  /** How many each filter leads to; null where they could not be read. */
  counts: Record<(typeof eventFilters)[number], number> | null
  /** Where a calendar program subscribes to this list. */
  calendar: string
  /** The cursor of this page, null on the first. */
  cursor: string | null
  /** Null where they could not be read. */
  entries: UpcomingCardData[] | null
  next: string | null
  dialog: EventDialogData | null
  isDemonstration: boolean
}

export const page = definePage<EventsData>({
  Component: EventsPage,
  meta: ({ category, counts, cursor, dialog }) => ({
    title: dialog ? dialog.title : events.title,
    description: dialog ? shortened(dialog.description, 160) : events.description,
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
})

function categoryQuery(category: EventsData['category']) {
  return category === 'all' ? {} : { category }
}

function EventsPage({ data }: { data: EventsData }) {
  const { shortName } = useBrand()
  const { category, counts, cursor, entries, next, dialog } = data
  const here = { ...categoryQuery(category), cursor }
  return (
    <>
      <Container className="py-10 sm:py-14">
        <PageHeading eyebrow={events.eyebrow} lead={events.lead}>
          {events.title}
        </PageHeading>
        {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
        <div className="mt-8 mb-8">
          <ChipRow label="Category">
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
          <Failed again={href('events', here)} />
        ) : entries.length === 0 ? (
          <EmptyState
            icon="i-lucide-calendar-x"
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
          <CardGrid as="ul">
            {entries.map((entry, index) => (
              <UpcomingCard
                key={entry.slug}
                entry={entry}
                scheme={shortName}
                href={href('events', { ...here, event: entry.slug })}
                eager={index < 3}
              />
            ))}
          </CardGrid>
        )}
        <Pagination
          firstHref={cursor ? href('events', categoryQuery(category)) : undefined}
          nextHref={next ? href('events', { ...categoryQuery(category), cursor: next }) : undefined}
        />
        <SubscribeLinks
          calendar={data.calendar}
          address={(format) => filePaths.eventsFeed(format, categoryQuery(category))}
        />
      </Container>
      <Section tone="ink" labelledBy="get-accredited">
        <div className="grid gap-5 max-w-prose">
          <h2 id="get-accredited">{events.call.title}</h2>
          <p className="text-muted">{events.call.text}</p>
          <p>
            <ButtonLink href={href('apply')}>{events.call.button}</ButtonLink>
          </p>
        </div>
      </Section>
      {dialog && <EventDialog event={dialog} closeHref={href('events', here)} />}
    </>
  )
}

function Failed({ again }: { again: string }) {
  const { title, text, link } = events.failed
  return (
    <Notice tone="danger" title={title}>
      <p>
        {text} <SiteLink href={again}>{link}</SiteLink>
      </p>
    </Notice>
  )
}

function UpcomingCard({
  entry,
  scheme,
  href,
  eager,
}: {
  entry: UpcomingCardData
  /** The authority's short name, on the badge of its scheme. */
  scheme: string
  href: string
  eager: boolean
}) {
  return (
    <Card as="li" flush className="flex flex-col">
      <EntryPicture slug={entry.slug} image={entry.image} tone={entry.tone} eager={eager} />
      <div className="flex-1 flex flex-col gap-3 p-5">
        <p className="flex flex-wrap gap-2">
          <Badge tone="accredited" icon="i-lucide-badge-check">
            {scheme} Accredited
          </Badge>
          {entry.isPro && <Badge>PRO</Badge>}
          {entry.featured && (
            <Badge tone="gold" icon="i-lucide-star">
              Featured
            </Badge>
          )}
        </p>
        <CardTitle href={href} level="h2">
          {entry.title}
        </CardTitle>
        <p className="text-muted">{entry.organizer}</p>
        <ul className="grid gap-1.5 text-sm">
          <Fact icon="i-lucide-calendar">
            <time dateTime={entry.date ?? undefined}>{dateAndTime(entry)}</time>
          </Fact>
          <Fact icon="i-lucide-map-pin">{place(...entry.place)}</Fact>
          <Fact icon="i-lucide-users">{attendance(entry.attendees, entry.capacity)}</Fact>
          <Fact icon="i-lucide-ticket">{entry.price}</Fact>
        </ul>
      </div>
    </Card>
  )
}

function Fact({ icon, children }: { icon: IconClass; children: React.ReactNode }) {
  if (!children) return null
  return (
    <li className="flex gap-2 figures">
      <Icon icon={icon} className="mt-1 text-muted" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
