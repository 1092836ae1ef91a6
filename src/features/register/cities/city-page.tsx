import { figure } from '#domain/figures.ts'
import { cityTitle } from '#features/register/content.ts'
import { ListingCard } from '#features/register/listing-card.tsx'
import { cityAddress, crumbsTo } from '#features/register/rules.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CardList, type Item } from '#ui/card-list.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { Container, TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { DemonstrationNotice } from '../demonstration-notice.tsx'
import type { ListingCardData } from '../server/load-listings.ts'
import type { city } from './server.ts'

type CityData = PageData<typeof city>

export const page = definePage<CityData>(
  CityPage,
  ({ name, accredited, jsonLd }) => ({
    title: cityTitle(name),
    description: `${countText(accredited)} in ${name} on the public register, upcoming events first.`,
    jsonLd,
    ...(accredited > 0 ? { canonical: cityAddress(name) } : {}),
  }),
  { cards: ['entries'] },
)

function CityPage({ data }: { data: CityData }) {
  const { name, accredited, others, entries, neighbours } = data
  const inRegister = href('listings', { city: name })
  return (
    <Container className="pt-4 pb-14">
      <Breadcrumb crumbs={crumbsTo(name)} />
      <PageHeading eyebrow="The register" lead={`${countText(accredited)}.`} className="mt-6" />
      {others > 0 && (
        <p className="mt-2">
          <a href={inRegister}>{`Entries that are not accredited at present: ${figure(others)}`}</a>
        </p>
      )}
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <Cards name="upcoming" title="Upcoming events" entries={entries.slice(0, data.upcoming)} />
      <Cards name="past" title="Past events" entries={entries.slice(data.upcoming)} />
      {data.hasMore && (
        <p className="mt-8">
          <ButtonLink variant="quiet" href={href('listings', { city: name, verified: true })}>
            {`Show all ${figure(accredited)} in the register`}
          </ButtonLink>
        </p>
      )}
      <TitledSection
        id="elsewhere"
        title={`Accredited events ${neighbours.length > 0 ? 'nearby' : 'elsewhere'}`}
        className="mt-14 pt-8 border-t border-border-strong"
        heading="mb-4"
      >
        {neighbours.length > 0 && (
          <ChipRow label="Accredited events nearby">
            {neighbours.map(({ key, name: neighbour }) => (
              <ChipLink key={key} href={cityAddress(neighbour)} current={false}>
                {neighbour}
              </ChipLink>
            ))}
          </ChipRow>
        )}
        <p className="mt-4 flex flex-wrap gap-x-6">
          <a href={href('map')} className="row-link">
            Map of events
          </a>
          <a href={href('listings')} className="row-link">
            The whole register
          </a>
          <a href={href('follow', { city: name })} className="row-link">
            Changes by email or feed
          </a>
        </p>
      </TitledSection>
    </Container>
  )
}

function Cards({ name, title, entries }: { name: string; title: string; entries: Item<ListingCardData>[] }) {
  if (entries.length === 0) return null
  return (
    <TitledSection id={name} title={title} className="mt-10" heading="mb-4">
      <CardList name={name} entries={entries} className="rows" Card={ListingCard} shared={{ level: 'h3' }} />
    </TitledSection>
  )
}

function countText(accredited: number): string {
  if (accredited === 0) return 'No accredited event'
  return `${figure(accredited)} accredited ${accredited === 1 ? 'event' : 'events'}`
}
