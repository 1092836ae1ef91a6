import type { SqlRunner } from '#database/sql.ts'
import { statusWords } from '#domain/assurance.ts'
import { pageTags } from '#domain/page-tags.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { cityAddress } from '#features/register/rules.ts'
import { href } from '#pages.ts'
import { answer, read } from '#requests/command.ts'
import { cleanText } from '#wire/clean-text.ts'
import { type Suggestion, suggestionSchema, suggestQuerySchema } from '#wire/list-query.ts'
import { organiserAddress } from '#wire/organiser-address.ts'
import { noFilters } from './filters.ts'
import { listCards, nearCities } from './list-queries.ts'
import { listRegister, listSimilar } from './list-register.ts'

const maxEntries = 6
const maxCities = 2
const maxOrganisers = 2
const maxCitiesAlone = 8

const citiesBeginning = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<
  { city: string; entries: number }[]
>`
  select max(label) as city, sum(entries)::int as entries from register_totals
  where scope = 'city' and key <> '' and starts_with(plain_name(key), plain_name(fold(${q}::text)))
  group by key having sum(entries) > 0 order by 2 desc, 1 limit ${limit}::integer`

export const suggest = read({
  permission: 'anyone',
  summary: 'Suggestions for a search of the register',
  description: `For a search box, while someone types: up to ${maxCities} cities that begin with the text, then up to ${maxEntries} entries in the order of the search, then up to ${maxOrganisers} organisers with a word in their name that begins with it. Where it finds fewer than three entries, also those of a category that a word names, with a similar spelling, with some of the words or, for a number of which letters and digits are mistaken for each other, its entry. With \`of=city\`, up to ${maxCitiesAlone} cities: the largest, those that begin with the text, or those with a similar spelling.`,
  query: suggestQuerySchema,
  answers: { 200: suggestionSchema.array() },
  headers: ['ETag'],
  failures: {},
  run: async ({ query, services: { sql, now } }) => {
    const q = cleanText(query.q)
    if (query.of === 'city') return answer(await citiesLike(sql, q), { tags: [pageTags.register] })
    const filters = { ...noFilters, q }
    const at = { now: now(), cursor: null, limit: maxEntries }
    if (q.length < 2) return answer([], { tags: [pageTags.fixed] })
    const [cities, organisers, page] = await Promise.all([
      citiesBeginning(sql, { q, limit: maxCities }),
      // Of twenty candidates: asking every match for its entries would take thrice as long, and hardly any has none.
      sql<{ id: number; name: string; entries: number }[]>`
        select id, name, entries
        from (
          select id, name from register_organisers as o
          where plain_name(fold(name)) like (select substr(containing(plain_name(fold(${q}::text))), 2))
            or plain_name(fold(name)) like (select '% ' || substr(containing(plain_name(fold(${q}::text))), 2))
          order by length(name), name, id limit 20
        ) as found, lateral (
          select count(*)::int as entries from register_entries as e where e.organiser_id = found.id
        ) as own
        where entries > 0
        order by length(name), name, id limit ${maxOrganisers}::int`,
      listRegister(sql, listCards, filters, at),
    ])
    const near =
      page.entries.length < 3
        ? (await listSimilar(sql, filters, { now: now(), max: maxEntries - page.entries.length, page })).entries
        : []
    const found: Suggestion[] = [
      ...cities.map(({ city, entries }) => ({
        title: city,
        detail: `City, ${entryCount(entries)}`,
        url: cityAddress(city),
      })),
      ...[...page.entries, ...near].map((entry) => ({
        title: entry.title,
        detail: [statusWords(entry), dateAndTime(entry), place(entry.venue, entry.city)].join(', '),
        url: href('event', { slug: entry.slug }),
      })),
      ...organisers.map((organiser) => ({
        title: organiser.name,
        detail: `Organiser, ${entryCount(organiser.entries)}`,
        url: organiserAddress(organiser),
      })),
    ]
    return answer(found, { tags: [pageTags.register] })
  },
})

async function citiesLike(sql: SqlRunner, q: string): Promise<Suggestion[]> {
  const beginning = await citiesBeginning(sql, { q, limit: maxCitiesAlone })
  const cities = beginning.length > 0 ? beginning : await nearCities(sql, { city: q, limit: maxCitiesAlone })
  return cities.map(({ city, entries }) => ({
    title: city,
    detail: entryCount(entries),
    url: href('listings', { city }),
  }))
}

function entryCount(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`
}
