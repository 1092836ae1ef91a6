import type { Assurance } from '../../domain/assurance.ts'
import type { Sector } from '../../domain/categories.ts'
import type { RegisterStatus } from '../../domain/register-status.ts'
import { filePaths, href } from '../../pages.ts'
import { useBrand } from '../../ui/brand-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardList, type Item } from '../../ui/card-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Container } from '../../ui/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { definePage } from '../../wire/page.ts'
import { listings } from './content.ts'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { ListingCard } from './listing-card.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { countedText, foundText } from './rules.ts'
import { SubscribeLinks } from './subscribe-links.tsx'

export type ListingCardData = {
  slug: string
  title: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  /** Venue and city. */
  place: [venue: string, city: string]
  text: string
  category: string
  status: RegisterStatus
  assurance: Assurance
  image?: string
  /** The hue of the drawn cover, where there is no image. */
  tone?: Sector
  url?: string
  partners?: string[]
  isPrivate?: true
  featured?: true
}

export type ListingsFilters = {
  q: string
  city: string
  category: string
  verified: boolean
  assurance: Assurance | ''
}

export type ListingsData = {
  filters: ListingsFilters
  /** The address that search engines keep this list under; null for none. */
  canonical: string | null
  /** Where a calendar program subscribes to this list. */
  calendar: string
  total: number
  /** How many of these are verified; not counted for a search. */
  verified?: number
  /** How many of each assurance; not counted for a search. */
  assurances?: Record<Assurance, number>
  isMore: boolean
  /** Those to come first. */
  entries: Item<ListingCardData>[]
  /** How many of them are to come. */
  upcoming: number
  /** What a search that found little comes close to, the likest first. */
  similar: Item<ListingCardData>[]
  /** Each with its number, where that is known. */
  cities: [name: string, entries?: number][]
  hasMoreCities: boolean
  isFirst: boolean
  next: string | null
  isDemonstration: boolean
}

export const page = definePage<ListingsData>({
  Component: ListingsPage,
  startsWhenUsed: true,
  cards: ['entries', 'similar'],
  meta: ({ filters, canonical }) => ({
    title: filters.city ? `Register of accredited events: ${filters.city}` : 'Register of accredited events',
    description: listings.description,
    ...(canonical ? { canonical } : {}),
    feeds: { title: 'Register of accredited events', address: (format) => filePaths.listingsFeed(format, filters) },
  }),
})

function ListingsPage({ data }: { data: ListingsData }) {
  const brand = useBrand()
  const { entries, similar, filters, next, isFirst } = data
  const counted = countedText(data)
  const upcoming = entries.slice(0, data.upcoming)
  const past = entries.slice(data.upcoming)
  return (
    <Container className="py-10 sm:py-14">
      <PageHeading eyebrow={listings.eyebrow} lead={listings.lead(brand.name, brand.accreditAfter)}>
        {listings.title}
      </PageHeading>
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <ListingFilters data={data} />
      <p role="status" tabIndex={-1} data-list-start="" className="mt-8 mb-5 font-semibold figures">
        {foundText(data.total, data.isMore)}
        {counted && <span className="ml-3 font-normal text-muted">{counted}</span>}
      </p>
      {entries.length === 0 && (
        <EmptyState icon="i-search-x" title="No events found" text="Try adjusting your search criteria">
          <ButtonLink href={href('listings')}>Clear Filters</ButtonLink>
        </EmptyState>
      )}
      {upcoming.length > 0 && <Cards name="upcoming" entries={upcoming} level="h2" eager />}
      {past.length > 0 && (
        <section
          aria-labelledby="past-events"
          className={upcoming.length > 0 ? 'mt-14 pt-8 border-t border-border-strong' : ''}
        >
          <h2 id="past-events" className="mb-2">
            {listings.past.title}
          </h2>
          <p className="mb-6 text-muted">{listings.past.text}</p>
          <Cards name="past" entries={past} level="h3" />
        </section>
      )}
      {similar.length > 0 && (
        <section aria-labelledby="similar-events" className="mt-14 pt-8 border-t border-border-strong">
          <h2 id="similar-events" className="mb-2">
            {listings.similar.title}
          </h2>
          <p className="mb-6 text-muted">{entries.length > 0 ? listings.similar.besides : listings.similar.instead}</p>
          <Cards name="similar" entries={similar} level="h3" />
        </section>
      )}
      <Pagination
        firstHref={isFirst ? undefined : href('listings', filters)}
        nextHref={next ? href('listings', { ...filters, cursor: next }) : undefined}
      />
      <SubscribeLinks calendar={data.calendar} address={(format) => filePaths.listingsFeed(format, filters)} />
    </Container>
  )
}

function Cards({
  name,
  entries,
  level,
  eager,
}: {
  name: string
  entries: Item<ListingCardData>[]
  level: 'h2' | 'h3'
  eager?: boolean
}) {
  return (
    <CardList name={name} items={entries}>
      {(entry, index) => (
        <ListingCard key={entry.slug} entry={entry} level={level} eager={eager === true && index < 3} />
      )}
    </CardList>
  )
}
