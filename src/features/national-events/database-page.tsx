import type { ReactNode } from 'react'
import { figure } from '#domain/figures.ts'
import { longDay } from '#domain/london-time.ts'
import { DemonstrationNotice } from '#features/register/demonstration-notice.tsx'
import { NearCities } from '#features/register/place-and-date-filters.tsx'
import { FeaturedBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card, CardTitle } from '#ui/card.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CardGrid, Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { StatCard, StatList } from '#ui/stat-card.tsx'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { categoryLabel, FilterForm } from './filter-form.tsx'
import { countText, databasePath, hasFilters, isUncounted, noFilters, rangeText, sortNames, sorts } from './rules.ts'
import type { database } from './server.ts'

type Data = PageData<typeof database>
type DatabaseEvent = Data['events'][number]

export const page = definePage<Data>({
  Component: DatabasePage,
  meta: ({ filters, totals }) => ({
    title: content.title,
    description: content.lead,
    // Searches are countless; search engines keep only the whole list and its categories.
    canonical: href('database', {
      category: totals.categories.some(([name]) => name === filters.category) ? filters.category : '',
    }),
  }),
})

function DatabasePage({ data }: { data: Data }) {
  const { filters, events, similar, found, totals, next, pages } = data
  const begun = pages?.current !== 1
  // In another order than by date, past events are among the others, and say so.
  const upcoming = events.filter((event) => !event.past || filters.sort)
  const past = events.filter((event) => event.past && !filters.sort)
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading lead={content.lead}>{content.title}</PageHeading>
      <p className="mt-3 max-w-prose text-muted">{content.notAccredited}</p>
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <StatList className="mt-10">
        <StatCard value={figure(totals.total)} label="Total Events" />
        <StatCard value={figure(totals.featured)} label="Featured Events" />
        <StatCard value={figure(totals.accredited)} label="Accredited Events" />
      </StatList>
      <p className="mt-4 text-sm text-muted">
        {content.counted.text} <a href={href('howWeCount')}>{content.counted.link}</a>
      </p>
      <FilterForm data={data} />
      <h2 className="visually-hidden">Events</h2>
      <div className="mt-8 mb-5 flex flex-wrap items-center justify-between gap-x-6 min-h-11">
        <p role="status" tabIndex={-1} data-list-start="" className="figures">
          Showing {rangeText(pages?.before ?? 0, events.length)} of {countText(found, isUncounted(filters))}{' '}
          {found === 1 ? 'event' : 'events'}
        </p>
        {events.length > 1 && (
          <ChipRow label="Sort by">
            {sorts.map((sort) => (
              <ChipLink key={sort} href={databasePath({ ...filters, sort })} current={sort === filters.sort}>
                {sortNames[sort]}
              </ChipLink>
            ))}
          </ChipRow>
        )}
        {hasFilters(filters) && events.length + similar.length > 0 && (
          <ButtonLink variant="link" href={databasePath(noFilters)}>
            Clear Filters
          </ButtonLink>
        )}
      </div>
      {upcoming.length > 0 && <Cards events={upcoming} level="h3" />}
      {past.length > 0 && (
        <Part id="past-events" title={content.past.title} text={content.past.text} isFirst={upcoming.length === 0}>
          <Cards events={past} level="h4" />
        </Part>
      )}
      {events.length === 0 && (
        <EmptyState
          icon="i-calendar-search"
          level="h3"
          title="No events found"
          text={hasFilters(filters) || begun ? content.nothingFound : content.nothingYet}
        >
          {(hasFilters(filters) || begun) && (
            <ButtonLink variant="quiet" href={databasePath(noFilters)}>
              Clear Filters
            </ButtonLink>
          )}
          {filters.q && (
            <ButtonLink variant="link" href={href('listings', { q: filters.q })}>
              {content.register}
            </ButtonLink>
          )}
        </EmptyState>
      )}
      <NearCities
        says={content.nearCities(filters.city)}
        cities={data.nearCities}
        hrefOf={(city) => databasePath({ ...filters, city })}
      />
      {similar.length > 0 && (
        <Part
          id="similar-events"
          title={content.similar.title}
          text={events.length > 0 ? content.similar.besides : content.similar.instead}
          isFirst={false}
        >
          <Cards events={similar} level="h4" />
        </Part>
      )}
      <Pagination
        label="Pages of events"
        pages={pages ? { ...pages, href: (page) => databasePath(filters, { page }) } : undefined}
        firstHref={pages ? undefined : databasePath(filters)}
        nextHref={next ? databasePath(filters, { cursor: next }) : undefined}
      />
    </Container>
  )
}

type PartProps = {
  id: string
  title: string
  text: string
  isFirst: boolean
  children: ReactNode
}

function Part({ id, title, text, isFirst, children }: PartProps) {
  return (
    <section aria-labelledby={id} className={isFirst ? '' : 'mt-14 pt-8 border-t border-border-strong'}>
      <h3 id={id} className="mb-2">
        {title}
      </h3>
      <p className="mb-6 text-muted">{text}</p>
      {children}
    </section>
  )
}

function Cards({ events, level }: { events: DatabaseEvent[]; level: 'h3' | 'h4' }) {
  return (
    <CardGrid>
      {events.map((event) => (
        <EventCard key={event.id} event={event} level={level} />
      ))}
    </CardGrid>
  )
}

function EventCard({ event, level }: { event: DatabaseEvent; level: 'h3' | 'h4' }) {
  const { title, date, time, venue, city, category, organiser, featured, accredited, registered, past } = event
  const when = date && time ? `${longDay(date)}, ${time}` : longDay(date)
  const where = [venue, city].filter(Boolean).join(', ')
  return (
    <Card as="li" className="flex flex-col">
      {(featured || accredited || past) && (
        <p className="badges mb-3">
          {featured && <FeaturedBadge />}
          {registered ? (
            <RegisterStatusBadge {...registered} />
          ) : (
            accredited && <Badge icon="i-badge-check">Accredited: no such entry in our register</Badge>
          )}
          {past && <Badge>Past event</Badge>}
        </p>
      )}
      <CardTitle level={level}>{title}</CardTitle>
      <ul className="facts golden mt-3 mb-4 gap-1.5 text-text">
        <li className="i-calendar">{date ? <time dateTime={time ? `${date}T${time}` : date}>{when}</time> : when}</li>
        {where && <li className="i-map-pin">{where}</li>}
        {category && <li className="i-tag">{categoryLabel(category)}</li>}
      </ul>
      {organiser && <p className="mt-auto pt-4 border-t border-border text-note">{`Organized by ${organiser}`}</p>}
    </Card>
  )
}
