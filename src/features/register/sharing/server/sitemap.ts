import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { xmlText } from '#domain/xml-text.ts'
import { cityAddress } from '#features/register/rules.ts'
import { href, type PageEntry, pages } from '#pages.ts'
import { organiserAddress } from '#wire/organiser-address.ts'

/** https://www.sitemaps.org/protocol.html */
const partLimit = 50_000
/** Ids are random, so no part differs from it by more than a few per cent. */
const partSize = 40_000
const batchSize = 2000
const maxLists = 5000

const fixedPages = Object.values<PageEntry>(pages).flatMap(({ path, sitemap }) => (sitemap ? [path] : []))

type ListRow = { kind: 'city' | 'category' | 'sector' | 'database'; name: string }

/** Lists with their filter in the canonical address. */
const listPath: Record<ListRow['kind'], (name: string) => string> = {
  city: cityAddress,
  category: (category) => href('listings', { category }),
  sector: (category) => href('events', { category }),
  database: (category) => href('database', { category }),
}

const opening = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Part 0: fixed pages and lists; then the register by ranges of ids; then organisers. */
export async function sitemapIndex(sql: SqlRunner, publicUrl: string): Promise<string> {
  const { entries, organisers } = await countParts(sql)
  const parts = 1 + entries + organisers
  const addresses = Array.from(
    { length: parts },
    (_, part) => `<loc>${xmlText(`${publicUrl}/sitemap-${part}.xml`)}</loc>`,
  )
  return `${opening}<sitemapindex ${namespace}>\n${addresses.map((loc) => `<sitemap>${loc}</sitemap>\n`).join('')}</sitemapindex>\n`
}

/** In batches as the reader takes them: no million rows in memory, no connection held for a slow reader. */
export async function sitemapPart(
  part: number,
  sql: SqlRunner,
  publicUrl: string,
  now: Date,
  more: readonly string[] = [],
): Promise<ReadableStream<Uint8Array> | null> {
  if (part === 0) return streamOf(pageAddresses(sql, publicUrl, londonDay(now), more))
  const { entries, organisers } = await countParts(sql)
  if (part <= entries) return streamOf(entryAddresses(sql, publicUrl, rangeOf(part - 1, entries)))
  if (part <= entries + organisers) return streamOf(organiserAddresses(sql, publicUrl, part - entries - 1))
  return null
}

type Range = { after: string; before: string | null }

/** An equal share of the first 32 bits of random ids. */
export function rangeOf(index: number, parts: number): Range {
  const idAt = (share: number) =>
    `${Math.floor(share * 2 ** 32)
      .toString(16)
      .padStart(8, '0')}-0000-0000-0000-000000000000`
  return { after: idAt(index / parts), before: index + 1 === parts ? null : idAt((index + 1) / parts) }
}

async function countParts(sql: SqlRunner): Promise<{ entries: number; organisers: number }> {
  // Without counting rows.
  const [row] = await sql<{ entries: number; lastOrganiser: number }[]>`
    select coalesce(sum(entries), 0)::int as entries, (select coalesce(max(id), 0) from register_organisers) as "lastOrganiser"
    from register_totals where scope = 'all' and key = ''`
  const parts = (addresses: number) => Math.ceil(addresses / partSize)
  return { entries: parts(row!.entries), organisers: parts(row!.lastOrganiser) }
}

async function* pageAddresses(sql: SqlRunner, publicUrl: string, today: string, more: readonly string[]) {
  yield [...fixedPages, ...more].map((path) => url(publicUrl + path)).join('')
  const lists = await sql<ListRow[]>`
    (select 'city' as kind, max(label) as name from register_totals where scope = 'city' and key <> '' and status = 'active'
     group by key having sum(entries) > 0 order by sum(entries) desc, key limit ${maxLists}::int)
    union all
    (select 'category', key from register_totals where scope = 'category'
     group by key having sum(entries) > 0 order by key limit ${maxLists}::int)
    union all
    (select 'sector', sector from register_days where status = 'active' and sort_on >= ${today}::date
     group by sector having sum(entries) > 0 order by sector)
    union all
    (select 'database', category from national_event_counts where category <> ''
     group by category having sum(events) > 0 order by category limit ${maxLists}::int)`
  yield lists.map(({ kind, name }) => url(publicUrl + listPath[kind](name))).join('')
}

async function* entryAddresses(sql: SqlRunner, publicUrl: string, { after, before }: Range) {
  let last = after
  for (let left = partLimit; left > 0; ) {
    const rows = await sql<{ id: string; slug: string; updatedAt: Instant }[]>`
      select id, slug, updated_at as "updatedAt" from register_entries
      where id > ${last}::uuid ${before ? sql`and id < ${before}::uuid` : sql``}
      order by id
      limit ${Math.min(left, batchSize)}::int`
    yield rows.map((row) => url(publicUrl + href('event', { slug: row.slug }), row.updatedAt)).join('')
    if (rows.length < batchSize) return
    last = rows.at(-1)!.id
    left -= rows.length
  }
}

/** Organisers are numbered as they come: each part has those of the next numbers. */
async function* organiserAddresses(sql: SqlRunner, publicUrl: string, part: number) {
  const end = (part + 1) * partSize
  for (let after = part * partSize; ; ) {
    // Not those that may be private persons.
    const rows = await sql<{ id: number; name: string }[]>`
      select id, name from register_organisers as o
      where id > ${after}::int and id <= ${end}::int and key not like 'organisation %'
        and exists (select from register_entries as e where e.organiser_id = o.id)
      order by id
      limit ${batchSize}::int`
    yield rows.map((row) => url(publicUrl + organiserAddress(row))).join('')
    if (rows.length < batchSize) return
    after = rows.at(-1)!.id
  }
}

function streamOf(batches: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`${opening}<urlset ${namespace}>\n`)),
    pull: async (controller) => {
      const { value, done } = await batches.next()
      controller.enqueue(encoder.encode(done ? '</urlset>\n' : value))
      if (done) controller.close()
    },
    cancel: async () => {
      await batches.return(undefined)
    },
  })
}

function url(address: string, lastModified?: string): string {
  const when = lastModified === undefined ? '' : `<lastmod>${lastModified}</lastmod>`
  return `<url><loc>${xmlText(address)}</loc>${when}</url>\n`
}
