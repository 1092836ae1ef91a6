import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { daysText, endsBeforeItBegins } from '#domain/date-filters.ts'
import { figure } from '#domain/figures.ts'
import { longDay } from '#domain/london-time.ts'
import { place } from '#domain/when-and-where.ts'
import { DemonstrationNotice } from '#features/register/demonstration-notice.tsx'
import { CityFilter, DateFields, NearCities, SearchFilter } from '#features/register/place-and-date-filters.tsx'
import { FeaturedBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { StatCard, StatList } from '#ui/card.tsx'
import { CardList } from '#ui/card-list.tsx'
import { ChipLink, ChipRow, FiltersInUse } from '#ui/chip.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { TitledPage } from '#ui/layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { useFilterForm } from '#ui/use-filter-form.ts'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import {
  countText,
  databasePath,
  eventTypes,
  hasFilters,
  isUncounted,
  noFilters,
  rangeText,
  sortNames,
  sorts,
} from './rules.ts'
import type { database } from './server.ts'

type Data = PageData<typeof database>

export const page = definePage<Data>(
  DatabasePage,
  ({ filters, totals }) => ({
    title: content.title,
    description: content.lead,
    // Searches are countless; search engines keep only the whole list and its categories.
    canonical: href('database', {
      category: totals.categories.some(([name]) => name === filters.category) ? filters.category : '',
    }),
  }),
  { cards: ['events', 'similar'] },
)

function DatabasePage({ data }: { data: Data }) {
  const { filters, events, similar, found, totals, next, pages } = data
  const begun = pages?.current !== 1
  const upcoming = events.slice(0, data.upcoming)
  const past = events.slice(data.upcoming)
  return (
    <TitledPage isList lead={content.lead}>
      <p className="mt-1 text-sm text-muted">{content.notAccredited}</p>
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <StatList className="mt-4 in-line">
        <StatCard value={figure(totals.total)} label="Total Events" />
        <StatCard value={figure(totals.featured)} label="Featured Events" />
        <StatCard value={figure(totals.accredited)} label="Accredited Events" />
      </StatList>
      <p className="mt-2 text-sm text-muted">
        {content.counted.text} <a href={href('howWeCount')}>{content.counted.link}</a>
      </p>
      <FilterForm data={data} />
      <h2 className="visually-hidden">Events</h2>
      <div className="my-3 flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" tabIndex={-1} data-list-start="" className="figures">
          Showing {rangeText(pages?.before ?? 0, events.length)} of {countText(found, isUncounted(filters))}{' '}
          {found === 1 ? 'event' : 'events'}
        </p>
        {events.length > 1 && (
          <ChipRow label="Sort by" oneLine>
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
      {upcoming.length > 0 && <Cards name="upcoming" events={upcoming} level="h3" />}
      {past.length > 0 && (
        <Part id="past-events" title={content.past.title} text={content.past.text} isFirst={upcoming.length === 0}>
          <Cards name="past" events={past} level="h4" />
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
        >
          <Cards name="similar" events={similar} level="h4" />
        </Part>
      )}
      <Pagination
        label="Pages of events"
        pages={pages ? { ...pages, href: (page) => databasePath(filters, { page }) } : undefined}
        firstHref={pages ? undefined : databasePath(filters)}
        nextHref={next ? databasePath(filters, { cursor: next }) : undefined}
      />
    </TitledPage>
  )
}

function Part({
  id,
  title,
  text,
  isFirst = false,
  children,
}: {
  id: string
  title: string
  text: string
  isFirst?: boolean
  children: ReactNode
}) {
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

function Cards({ name, events, level }: { name: string; events: Data['events']; level: 'h3' | 'h4' }) {
  return <CardList name={name} entries={events} className="rows" Card={EventCard} shared={{ level }} />
}

function EventCard({ entry, level: Heading }: { entry: NonNullable<Data['events'][number]>; level: 'h3' | 'h4' }) {
  const { title, date, time, venue, city, category, organiser, featured, claimed, registered, past } = entry
  const when = date && time ? `${longDay(date)}, ${time}` : longDay(date)
  const facts = [when, place(venue ?? '', city ?? ''), category && categoryLabel(category)]
  return (
    <li>
      {registered ? (
        <RegisterStatusBadge {...registered} />
      ) : (
        claimed && <Badge icon="i-badge-check">Accredited: no such entry in our register</Badge>
      )}
      {past && <Badge>Past event</Badge>}
      <Heading>{title}</Heading>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {organiser && <p>{`Organized by ${organiser}`}</p>}
      {featured && <FeaturedBadge />}
    </li>
  )
}

function FilterForm({ data: { filters, totals, today } }: { data: Data }) {
  const [, navigate] = useLocation()
  const { form, apply, submit } = useFilterForm(filters, (next) => navigate(databasePath(next)))
  const { city, sort } = filters
  const chosen = [
    { text: city, hrefWithout: databasePath({ ...filters, city: '' }) },
    { text: daysText(filters), hrefWithout: databasePath({ ...filters, when: '', from: '', to: '' }) },
  ].filter(({ text }) => text !== '')
  // A category that is gone still shows what the list was asked for.
  const { categories, types } = totals
  const isKnown = !filters.category || categories.some(([name]) => name === filters.category)
  const known: [string, number][] = isKnown ? categories : [[filters.category, 0], ...categories]
  // A searched list has no counter: the counters' numbers would be of other events.
  const counted = (label: string, events: number) => (isUncounted(filters) ? label : `${label} (${figure(events)})`)
  return (
    <search>
      <form ref={form} action={href('database')} onSubmit={submit} className="mt-4 grid gap-3">
        <div className="grid gap-x-5 gap-y-2 items-end grid-cols-2 md:grid-cols-3">
          <div className="relative max-md:col-span-2">
            <SearchFilter
              value={filters.q}
              label="Search events"
              placeholder="Title, city or venue"
              call="suggestNationalEvents"
            />
          </div>
          <Select
            name="category"
            label="Category"
            defaultValue={filters.category}
            onChange={() => apply()}
            placeholder="All Categories"
            options={known.map(([name, events]) => ({ value: name, label: counted(categoryLabel(name), events) }))}
          />
          <Select
            name="type"
            label="Type"
            defaultValue={filters.type}
            onChange={() => apply()}
            options={eventTypes.map(({ value, label }) => ({ value, label: counted(label, types[value || 'all']) }))}
          />
        </div>
        {sort && <input type="hidden" name="sort" value={sort} />}
        <Disclosure
          open={endsBeforeItBegins(filters) || undefined}
          summary={
            <>
              <Icon icon="i-sliders-horizontal" />
              City and date
              {chosen.length > 0 && <Badge>{chosen.length} in use</Badge>}
            </>
          }
        >
          <div className="grid gap-5 items-end sm:grid-cols-2 lg:grid-cols-4">
            <CityFilter value={city} apply={apply} call="suggestNationalEvents" />
            <DateFields filters={filters} today={today} apply={apply} />
          </div>
        </Disclosure>
        <FiltersInUse filters={chosen} />
        <noscript>
          <button
            type="submit"
            className="min-h-11 px-5 border border-border-strong rounded font-semibold hover:bg-surface-sunken"
          >
            Apply filters
          </button>
        </noscript>
      </form>
    </search>
  )
}

/** Categories are stored as they were imported. */
function categoryLabel(category: string): string {
  return category.charAt(0).toLocaleUpperCase('en-GB') + category.slice(1)
}
