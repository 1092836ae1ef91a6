import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { figure, showingText } from '#domain/figures.ts'
import { filePaths, href, type Query } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CardList, type Item } from '#ui/card-list.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { rememberList } from '#ui/remember-list.ts'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { listings } from './content.ts'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { ListingCard } from './listing-card.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { NearCities } from './place-and-date-filters.tsx'
import { foundText, sortNames, sorts } from './rules.ts'
import type { ListingCardData, ListingsData } from './server/load-listings.ts'
import { SubscribeLinks } from './subscribe-links.tsx'

export const page = definePage<ListingsData>(
  ListingsPage,
  ({ filters, canonical }) => ({
    title: filters.city ? `Register of accredited events: ${filters.city}` : 'Register of accredited events',
    description: listings.description,
    ...(canonical ? { canonical } : {}),
    feeds: { title: 'Register of accredited events', address: (format) => filePaths.listingsFeed(format, filters) },
  }),
  { cards: ['entries', 'similar'] },
)

function ListingsPage({ data }: { data: ListingsData }) {
  const brand = useBrand()
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => rememberList(path, search), [path, search])
  const { entries, similar, filters, sort, pages, next, total, isMore } = data
  const counted = countedText(data)
  const addressOf = (place: Query) => href('listings', { ...filters, sort, ...place })
  // The register's own order, which its button names after the date alone.
  const featuredFirst = sort === '' && filters.q === '' ? ', featured events first' : ''
  const upcoming = entries.slice(0, data.upcoming)
  const past = entries.slice(data.upcoming)
  return (
    <TitledPage
      isList
      eyebrow={listings.eyebrow}
      lead={listings.lead(brand.name, brand.accreditAfter)}
      title={listings.title}
    >
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <ListingFilters data={data}>{entries.length > 1 && <SortLinks filters={filters} sort={sort} />}</ListingFilters>
      <div className="my-3 flex items-center justify-between gap-x-4">
        <p role="status" tabIndex={-1} data-list-start="" className="font-semibold figures">
          {foundText(total, isMore)}
          {counted && <span className="ml-3 font-normal text-muted">{counted}</span>}
          {pages && pages.last > 1 && (
            <span className="block font-normal text-muted text-sm">
              {showingText({ before: pages.before, shown: entries.length, total, isMore }) + featuredFirst}
            </span>
          )}
        </p>
        {entries.length > 0 && (
          <a href={href('map', { ...filters, city: '' })} className="row-link flex-none">
            {listings.map}
          </a>
        )}
      </div>
      {entries.length === 0 && (
        <EmptyState icon="i-search-x" title="No events found" text="Try adjusting your search criteria">
          {filters.q && <p className="w-full text-muted">Try fewer words, or check the number.</p>}
          <ButtonLink href={href('listings')}>Clear Filters</ButtonLink>
        </EmptyState>
      )}
      <NearCities
        says={listings.nearCities(filters.city)}
        cities={data.nearCities}
        hrefOf={(city) => addressOf({ city })}
      />
      {upcoming.length > 0 && <Cards name="upcoming" entries={upcoming} level="h2" />}
      {past.length > 0 && (
        <Part id="past-events" {...listings.past} isFirst={upcoming.length === 0}>
          <Cards name="past" entries={past} level="h3" />
        </Part>
      )}
      {similar.length > 0 && (
        <Part id="similar-events" {...similarWords(data)}>
          <Cards name="similar" entries={similar} level="h3" />
        </Part>
      )}
      {entries.length === 0 && filters.q !== '' && <CertificateNotFound />}
      <Pagination
        pages={pages ? { ...pages, href: (page) => addressOf({ page: page > 1 ? page : null }) } : undefined}
        firstHref={pages ? undefined : addressOf({})}
        nextHref={next ? addressOf({ cursor: next }) : undefined}
      />
      <SubscribeLinks
        calendar={data.calendar}
        follow={href('follow', filters)}
        address={(format) => filePaths.listingsFeed(format, filters)}
      />
    </TitledPage>
  )
}

/** Null when only accredited entries are listed, or all of them are. */
function countedText({ total, facets, filters }: ListingsData): string | null {
  const verified = facets?.verified
  if (total === 0 || filters.verified || filters.status || verified === total) return null
  return verified === undefined
    ? `whatever ${total === 1 ? 'its' : 'their'} status`
    : `${figure(verified)} of them accredited now`
}

function similarWords({ entries, filters, why }: ListingsData): { title: string; text: string } {
  const { similar } = listings
  if (why.number) return { title: similar.meant(why.number), text: similar.numbered }
  if (why.category) return { title: similar.ofCategory(why.category), text: similar.category }
  if (why.part) return { title: similar.part, text: similar.inPart(filters.q, why.part) }
  return { title: similar.title, text: similar[entries.length > 0 ? 'besides' : 'instead'] }
}

type PartProps = { id: string; title: string; text: string; isFirst?: boolean; children: ReactNode }

function Part({ id, title, text, isFirst = false, children }: PartProps) {
  return (
    <TitledSection
      {...{ id, title }}
      className={isFirst ? '' : 'mt-14 pt-8 border-t border-border-strong'}
      heading="mb-2"
    >
      <p className="mb-6 text-muted">{text}</p>
      {children}
    </TitledSection>
  )
}

function CertificateNotFound() {
  const { title, check, doNotRely, report } = listings.notFound
  return (
    <Notice tone="warning" title={title} className="mt-10">
      <p>
        <a href={href('verify')}>{check}</a>. {doNotRely}{' '}
        <a href={href('concerns', { about: 'false-claim' })}>{report}</a>
      </p>
    </Notice>
  )
}

function SortLinks({ filters, sort }: Pick<ListingsData, 'filters' | 'sort'>) {
  const names = sortNames(filters.q !== '')
  return (
    <ChipRow label="Sort by" oneLine>
      <span aria-hidden="true">Sort by</span>
      {sorts.map(
        (each) =>
          names[each] && (
            <ChipLink key={each} href={href('listings', { ...filters, sort: each })} current={each === sort}>
              {names[each]}
            </ChipLink>
          ),
      )}
    </ChipRow>
  )
}

function Cards({ name, entries, level }: { name: string; entries: Item<ListingCardData>[]; level: 'h2' | 'h3' }) {
  return <CardList name={name} entries={entries} className="rows" Card={ListingCard} shared={{ level }} />
}
