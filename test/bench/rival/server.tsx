import { Elysia } from 'elysia'
import postgres from 'postgres'
import { renderToReadableStream } from 'react-dom/server'
import { type RivalData, type RivalEvent, RivalPage } from './page.tsx'

// The register page that a rival would write: Elysia, lean markup that is streamed and hydrated, two prepared statements with the index
// that fits each. Nothing is kept, compressed, limited or protected. Its table is a copy of the register (table.ts).

const sql = postgres(process.env.DATABASE_URL!, { connection: { application_name: 'rival' } })
// All connections at once and before the load: opened one by one under load they now and then cost it seconds.
await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`))

const columns = sql`slug, title, left(description, 240) as text, to_char(starts_on, 'YYYY-MM-DD') as date, venue, city, category,
  featured, status = 'active' as accredited`

async function read(city: string, q: string): Promise<RivalData> {
  if (q) {
    const pattern = `%${q.toLowerCase()}%`
    const [events, [counted]] = await Promise.all([
      sql<
        RivalEvent[]
      >`select ${columns} from rival_events where lower(title) like ${pattern} or lower(venue) like ${pattern}
        order by featured desc, starts_on limit 24`,
      sql`select count(*)::int as total from rival_events where lower(title) like ${pattern} or lower(venue) like ${pattern}`,
    ])
    return { city, q, total: counted!.total, events }
  }
  const [events, [counted]] = await Promise.all([
    sql<RivalEvent[]>`select ${columns} from rival_events where city = ${city} and starts_on >= current_date
      order by featured desc, starts_on, id limit 24`,
    sql`select count(*)::int as total from rival_events where city = ${city}`,
  ])
  return { city, q, total: counted!.total, events }
}

function RivalDocument({ data }: { data: RivalData }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Accredited events</title>
        <link rel="stylesheet" href="/styles.css" />
      </head>
      <body>
        <div id="root">
          <RivalPage data={data} />
        </div>
        <script
          id="data"
          type="application/json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      </body>
    </html>
  )
}

new Elysia()
  .get('/', () => 'ready')
  .get('/client.js', () => new Response(Bun.file(process.env.CLIENT_SCRIPT!)))
  .get('/listings', async ({ query }) => {
    const data = await read(query.city ?? '', query.q ?? '')
    const stream = await renderToReadableStream(<RivalDocument data={data} />, { bootstrapModules: ['/client.js'] })
    return new Response(stream, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  })
  .get('/api/events', async ({ query, set }) => {
    const { events, total } = await read(query.city ?? '', query.q ?? '')
    set.headers['x-total-count'] = String(total)
    return events
  })
  .listen(Number(process.env.PORT))
