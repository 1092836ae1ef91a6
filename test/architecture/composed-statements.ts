import { type CamelQuery, camel } from '#database/camel.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import * as samples from '#features/applications/review/queue/server.ts'
import { sampleColumns } from '#features/applications/review/rules.ts'
import { queueViewNames } from '#features/assessments/cases/queue.ts'
import * as cases from '#features/assessments/cases/server/queue.ts'
import { noFilters as noNationalFilters } from '#features/national-events/rules.ts'
import * as national from '#features/national-events/server/queries.ts'
import * as charts from '#features/operations/charts/server.ts'
import * as work from '#features/operations/overview/queries.ts'
import { type WorkName, workKinds } from '#features/operations/overview/work.ts'
import * as adminSearch from '#features/operations/search/server/places.ts'
import * as embeds from '#features/proof/embeds/server/embedded-files.ts'
import * as adminEntry from '#features/register/admin/queries.ts'
import * as adminRegister from '#features/register/admin/server/register-list.ts'
import * as map from '#features/register/map/server.ts'
import { noFilters } from '#features/register/server/filters.ts'
import * as lists from '#features/register/server/list-queries.ts'
import * as searches from '#features/register/server/search-queries.ts'
import * as sharing from '#features/register/sharing/server/load-feed.ts'
import * as changes from '#features/watching/server/changes.ts'

const today = '2026-06-15'
const id = '00000000-0000-0000-0000-000000000000'
const { q: _, ...none } = noFilters
const all = [
  none,
  { ...none, city: 'Leeds', category: 'sports', verified: true, assurance: 'assessed' } as const,
  { ...none, category: 'Food & Drink', status: 'listed', from: '2027-01-01' } as const,
  { ...none, when: 'weekend' },
]
const sorted = [
  { sort: '', skip: 0 },
  { sort: 'newest', skip: 240 },
  { sort: 'name', skip: 0 },
] as const
const searched = [['fair'], ['fair', 'x'], ['x', 'y']]
const page = { after: null, skip: 0, sort: '', today, wanted: 25 } as const
const nationalPage = { after: null, asOf: today, skip: 0, wanted: 25 }
const { q: __, ...allNational } = noNationalFilters
const nationalFilters = [
  allNational,
  { ...allNational, category: 'sports', type: 'featured', sort: 'newest' },
  { ...allNational, type: 'accredited', city: 'Leeds', sort: 'name' },
  { ...allNational, when: 'weekend', to: '2027-01-01' },
] as const

const caseSorts = (['since', 'reference', 'date', 'title', 'organisation'] as const).flatMap((by) =>
  [true, false].map((descending) => ({ by, descending })),
)
const unfiltered = { q: '', whose: null }
const queuePlaces = [
  ...queueViewNames.flatMap((view) => caseSorts.map((sort) => ({ view, sort, ...unfiltered }))),
  { view: 'open', sort: caseSorts[0]!, q: 'fair', whose: 'mine' } as const,
  { view: 'open', sort: caseSorts[2]!, q: '', whose: 'nobody' } as const,
]
const asked = { personId: 'x', now: '2026-06-15T10:00:00Z', today, id }
const works = Object.keys(workKinds) as WorkName[]

/** Statements whose parts are handed from function to function, each with the choices that it has. */
export const composedStatements: Record<string, (sql: SqlRunner) => (Fragment | CamelQuery<unknown>)[]> = {
  'listQueued assessments/cases/server/queue.ts': (sql) =>
    queuePlaces.map((place) => cases.listQueued(camel(sql), { ...asked, ...place, limit: 25, offset: 0 })),
  'countFound assessments/cases/server/queue.ts': (sql) =>
    queuePlaces.map((place) => cases.countFound(camel(sql), { ...asked, ...place, limit: 25 })),
  'findNextQueued assessments/cases/server/queue.ts': (sql) =>
    queuePlaces.map((place) => cases.findNextQueued(camel(sql), { ...asked, ...place })),
  'countQueued assessments/cases/server/queue.ts': (sql) => [cases.countQueued(camel(sql), asked)],
  'listWork operations/overview/queries.ts': (sql) => [
    work.listWork(camel(sql), { ...asked, works, shown: 5 }),
    ...works.map((only) => work.listWork(camel(sql), { ...asked, works: [only], shown: 5 })),
  ],
  'listNewWork operations/overview/queries.ts': (sql) => [
    work.listNewWork(camel(sql), { ...asked, works, after: asked.now }),
  ],
  'listWaiting operations/charts/server.ts': (sql) => [charts.listWaiting(camel(sql), { ...asked, works })],
  'listVotesWanted assessments/cases/server/queue.ts': (sql) =>
    caseSorts.map((sort) => cases.listVotesWanted(camel(sql), { personId: 'x', sort, limit: 25, offset: 0 })),
  'listOpenSamples applications/review/queue/server.ts': (sql) =>
    sampleColumns.flatMap((by) =>
      [true, false].map((descending) =>
        samples.listOpenSamples(camel(sql), { sort: { by, descending }, limit: 25, offset: 0 }),
      ),
    ),
  'listCards register/server/list-queries.ts': (sql) =>
    [...all, { ...none, city: 'Leeds' }].flatMap((filters) =>
      sorted.map((order) => lists.listCards(sql, { filters, ...page, ...order, withFacets: true })),
    ),
  'listEvents register/server/list-queries.ts': (sql) =>
    all.map((filters) => lists.listEvents(sql, { filters, ...page, withFacets: false })),
  'findFitting watching/server/changes.ts': (sql) =>
    all.flatMap((filters) =>
      ['', 'fair', 'x'].map((q) => changes.findFitting(sql, { ids: [id], filters: { q, ...filters }, today })),
    ),
  'readLastChanges watching/server/changes.ts': (sql) => [
    changes.readLastChanges(sql, { subject: { kind: 'entry', number: 'x' }, today, limit: 50 }),
    changes.readLastChanges(sql, { subject: { kind: 'organiser', id: 1 }, today, limit: 50 }),
    ...all.map((filters) =>
      changes.readLastChanges(sql, {
        subject: { kind: 'filter', filters: { q: 'fair', ...filters } },
        today,
        limit: 50,
      }),
    ),
  ],
  'listUpcoming register/server/list-queries.ts': (sql) =>
    (['', 'sports'] as const).map((sector) => lists.listUpcoming(sql, { sector, date: today, id })),
  'countCities register/map/server.ts': (sql) => all.map((filters) => map.countCities(sql, filters)),
  'countFoundCities register/map/server.ts': (sql) =>
    ['fair', 'x', ''].flatMap((q) => all.map((filters) => map.countFoundCities(sql, { q, today, ...filters }))),
  'findMatches register/server/search-queries.ts': (sql) =>
    searched.flatMap((words) =>
      all.flatMap((filters, at) =>
        (['any', 'title', 'number'] as const).map((part) =>
          searches.findMatches(sql, { words, filters, ...page, ...sorted[at % 3]!, part }),
        ),
      ),
    ),
  'walkMatches register/server/search-queries.ts': (sql) =>
    searched.flatMap((words) =>
      [true, false].flatMap((areTitlesLeft) =>
        sorted.map((order) => searches.walkMatches(sql, { words, filters: none, ...page, ...order, areTitlesLeft })),
      ),
    ),
  'listShared register/sharing/server/load-feed.ts': (sql) => [
    ...all.map((filters) =>
      sharing.listShared(sql, { filters: { q: 'fair', ...filters }, organiser: 1, from: today, today, isDated: true }),
    ),
    ...[null, today].map((from) => sharing.listShared(sql, { filters: noFilters, from, today, isDated: false })),
  ],
  'listEmbedded proof/embeds/server/embedded-files.ts': (sql) =>
    [null, 1].flatMap((organiser) =>
      all.map((filters) =>
        embeds.listEmbedded(sql, { filters: { q: organiser ? 'fair' : '', ...filters }, organiser, today }),
      ),
    ),
  'readEntry register/admin/queries.ts': (sql) => [
    adminEntry.readEntry(sql, { id }),
    adminEntry.lockEntry(sql, { id }),
  ],
  'listEntries register/admin/server/register-list.ts': (sql) =>
    [null, 'active', 'lapsed', 'revoked'].map((status) =>
      adminRegister.listEntries(sql, {
        filters: { q: status ? 'fair' : '', status: status as never, featured: status !== null },
        sort: { by: status ? 'date' : 'published', descending: status === 'active' },
        limit: 31,
        offset: 0,
      }),
    ),
  'countEntries register/admin/server/register-list.ts': (sql) =>
    [null, 'active', 'lapsed', 'revoked'].map((status) =>
      adminRegister.countEntries(sql, {
        filters: { q: status ? 'fair' : '', status: status as never, featured: status !== null },
        limit: 10,
      }),
    ),
  'exportEntries register/admin/server/register-list.ts': (sql) =>
    [null, 'active', 'lapsed', 'revoked'].map((status) =>
      adminRegister.exportEntries(sql, {
        filters: { q: status ? 'fair' : '', status: status as never, featured: status !== null },
        after: status ? { position: today, id } : null,
        limit: 10,
      }),
    ),
  'findEntries operations/search/server/places.ts': (sql) =>
    ['fair', 'x'].map((q) => adminSearch.findEntries(sql, { q, limit: 5 })),
  'listEvents national-events/server/queries.ts': (sql) =>
    nationalFilters.map((filters) => national.listEvents(sql, { filters, words: ['fair'], ...nationalPage })),
  'findEvents national-events/server/queries.ts': (sql) =>
    searched.flatMap((words) =>
      nationalFilters.map((filters) => national.findEvents(sql, { filters, words, ...nationalPage })),
    ),
  'countEvents national-events/server/queries.ts': (sql) =>
    nationalFilters.map((filters) => national.countEvents(sql, { filters, asOf: today })),
}
