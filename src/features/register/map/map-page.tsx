import { figure } from '#domain/figures.ts'
import { madeOnce } from '#domain/made-once.ts'
import { chosenFilters } from '#features/register/chosen-filters.ts'
import { foundText } from '#features/register/rules.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import { DemonstrationNotice } from '../demonstration-notice.tsx'
import type { RegisterFilters } from '../server/filters.ts'
import { mapSize } from './projection.ts'
import type { map } from './server.ts'

type MapData = PageData<typeof map>

const title = 'Map of events'

/** The licence of the towns asks for its link (src/build/map.ts). */
const sources = [
  { before: 'Outline:', href: 'https://www.naturalearthdata.com', name: 'Natural Earth', after: ', public domain.' },
  { before: 'Places of towns:', href: 'https://www.geonames.org', name: 'GeoNames', after: ',' },
  { before: '', href: 'https://creativecommons.org/licenses/by/4.0/', name: 'CC BY 4.0', after: '.' },
]

export const page = definePage<MapData>(MapPage, ({ isWhole }) => ({
  title,
  description: 'A map of Great Britain and Northern Ireland with the events of the public register, town by town.',
  ...(isWhole ? { canonical: href('map') } : {}),
}))

function MapPage({ data }: { data: MapData }) {
  const { filters, total, cities, towns, elsewhere } = data
  const addressOf = (city: string) => href('listings', { ...filters, city })
  return (
    <TitledPage
      eyebrow="The register"
      lead="Where the events of the register are held. Each point leads to the events of a town, and so does its name in the list."
    >
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <p role="status" className="mt-8 font-semibold figures">
        {foundText(total, data.isMore)}
        {cities > 0 && ` in ${figure(cities)} ${cities === 1 ? 'town' : 'towns'}`}
        {!data.isWhole && <span className="ml-3 font-normal text-muted">{filterText(filters)}</span>}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <a href={href('listings', { ...filters })} className="row-link">
          Show as a list
        </a>
        {!data.isWhole && (
          <a href={href('map')} className="row-link">
            Show every event
          </a>
        )}
      </p>
      {towns.length === 0 ? (
        <EmptyState icon="i-search-x" title="No events found" text="Try adjusting your search criteria">
          {filters.q && <p className="w-full text-muted">Try fewer words, or check the number.</p>}
          <ButtonLink href={href('listings', { ...filters })}>Show as a list</ButtonLink>
        </EmptyState>
      ) : (
        <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-2 items-start">
          <Drawing towns={towns} addressOf={addressOf} />
          <TitledSection id="towns" title="Towns">
            {data.isMore && (
              <p className="mt-4 text-note">
                {`The numbers count ${figure(total)} of the events found. Narrow your search to count all of them.`}
              </p>
            )}
            <ul className="mt-4 columns-2 gap-x-8">
              {towns
                .toSorted((one, other) => order().compare(one.name, other.name))
                .map(({ name, entries }) => (
                  <li key={name}>
                    <a href={addressOf(name)} className="row-link">
                      {name}
                    </a>{' '}
                    <span className="text-muted figures">{figure(entries)}</span>
                  </li>
                ))}
            </ul>
            {cities > towns.length && (
              <p className="mt-4 text-note">{`These are the ${figure(towns.length)} towns with the most events.`}</p>
            )}
            {elsewhere > 0 && (
              <p className="mt-4 text-note">{`Not on the map, because they name no town: ${figure(elsewhere)}.`}</p>
            )}
          </TitledSection>
        </div>
      )}
    </TitledPage>
  )
}

/** For pointers alone: the list beside them has the same links for the keyboard and for screen readers. */
function Drawing({ towns, addressOf }: { towns: MapData['towns']; addressOf: (city: string) => string }) {
  const { width, height } = mapSize
  return (
    <figure className="max-w-form">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="w-full h-auto">
        <image href="/britain.svg" width={width} height={height} />
        <g className="fill-accredited stroke-surface" fillOpacity={0.8} strokeWidth={2}>
          {towns.map(
            ({ name, entries, at }) =>
              at && (
                <a key={name} href={addressOf(name)} tabIndex={-1}>
                  <title>{`${name}: ${figure(entries)}`}</title>
                  <circle cx={at[0]} cy={at[1]} r={at[2]} />
                </a>
              ),
          )}
        </g>
        <g className="fill-text" fontSize={20} pointerEvents="none">
          {towns.map(
            ({ name, at, label }) =>
              at &&
              label && (
                <text
                  key={name}
                  x={at[0] + (label === 'right' ? at[2] + 4 : label === 'left' ? -at[2] - 4 : 0)}
                  y={at[1] + (label === 'above' ? -at[2] - 8 : label === 'below' ? at[2] + 18 : 7)}
                  textAnchor={label === 'right' ? 'start' : label === 'left' ? 'end' : 'middle'}
                >
                  {name}
                </text>
              ),
          )}
        </g>
      </svg>
      <figcaption className="mt-3 text-note">
        {sources.map(({ before, href: address, name, after }) => (
          <span key={name}>
            {before} <a href={address}>{name}</a>
            {after}{' '}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function filterText(filters: RegisterFilters): string {
  const others = chosenFilters(filters).map(({ text }) => text)
  return [...(filters.q ? [`“${filters.q}”`] : []), ...others].join(', ')
}

/** Kept: `localeCompare` with a language makes a collator for each comparison. */
const order = madeOnce(() => new Intl.Collator('en-GB'))
