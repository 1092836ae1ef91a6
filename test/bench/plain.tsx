import { Elysia } from 'elysia'
import { createStore } from 'jotai'
import postgres from 'postgres'
import { renderToReadableStream } from 'react-dom/server'
import { defaultBrand } from '../../src/brand.ts'
import { type ListingsData, page } from '../../src/features/register/listings-page.tsx'
import { loadAssets } from '../../src/http/assets.ts'
import { App, type DocumentData } from '../../src/shell/app.tsx'
import { placeAtom } from '../../src/shell/place.ts'
import { inlineJson, SharingTags } from '../../src/shell/sharing-tags.tsx'

// The plainest page of the same markup: Elysia, two statements (a page by OFFSET and an exact count), React's stream. Nothing
// is kept, compressed, limited or protected. Its city chips are read once at start, which is more than it would deserve.

const sql = postgres(process.env.DATABASE_URL!, { connection: { application_name: 'plain page' } })
// All connections at once and before the load: opened one by one under load they now and then cost it seconds.
await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`))
const cities = (
  await sql`select city as name, count(*)::int as entries from register_entries group by city order by 2 desc limit 24`
).map(({ name }) => ({ name: name as string }))
const document: DocumentData = {
  brand: defaultBrand,
  assets: loadAssets({}).forPage('listings'),
  publicUrl: process.env.PUBLIC_URL!,
  year: new Date().getFullYear(),
  demonstration: true,
}

new Elysia()
  .get('/', () => 'ready')
  .get('/listings', async ({ query, request }) => {
    const city = query.city ?? null
    const pattern = query.q ? `%${query.q.toLowerCase()}%` : null
    const where = sql`where ${city ? sql`city_key = ${city.toLowerCase()}` : sql`true`}
      and ${pattern ? sql`(lower(title) like ${pattern} or lower(venue) like ${pattern})` : sql`true`}`
    const [rows, [counted]] = await Promise.all([
      sql`select slug, title, description, to_char(starts_on, 'YYYY-MM-DD') as date, venue, city, category, sector, featured, website_url, partners, status
        from register_entries ${where} order by starts_on < current_date, featured desc, starts_on, id limit 24 offset 0`,
      sql`select count(*)::int as total from register_entries ${where}`,
    ])
    const data: ListingsData = {
      filters: { q: query.q ?? '', city: city ?? '', category: '', verified: false },
      total: counted!.total,
      isMore: false,
      entries: rows.map((row) => ({
        slug: row.slug,
        title: row.title,
        date: row.date,
        place: [row.venue, row.city],
        text: row.description,
        category: row.category,
        status: row.status,
        tone: row.sector,
        ...(row.website_url ? { url: row.website_url } : {}),
        ...(row.featured ? { featured: true } : {}),
      })),
      cities,
      hasMoreCities: true,
      isFirst: true,
      next: null,
      canonical: null,
      calendar: '',
      similar: [],
      isDemonstration: false,
    }
    const { pathname, search } = new URL(request.url)
    const state = { page: 'listings' as const, url: pathname + search, status: 200, data }
    const store = createStore()
    store.set(placeAtom, { page: page as never, state })
    const stream = await renderToReadableStream(
      <App data={document} json={inlineJson({ document, state })} store={store} Sharing={SharingTags} />,
    )
    return new Response(stream, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  })
  .listen(Number(process.env.PORT))
