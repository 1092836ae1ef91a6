import type { Sql } from '#database/sql.ts'

const cities =
  'London,Birmingham,Leeds,Glasgow,Sheffield,Bradford,Liverpool,Edinburgh,Manchester,Bristol,Wakefield,Cardiff,Coventry,Nottingham,Leicester,Sunderland,Belfast,Newcastle,Brighton,Hull,Plymouth,Stoke,Wolverhampton,Derby,Swansea,Southampton,Salford,Aberdeen,Portsmouth,York,Peterborough,Dundee,Lancaster,Oxford,Newport,Preston,Norwich,Chester,Cambridge,Salisbury,Exeter,Gloucester,Lisburn,Chichester,Winchester,Londonderry,Carlisle,Worcester,Bath,Durham,Lincoln,Hereford,Armagh,Inverness,Stirling,Canterbury,Lichfield,Newry,Ripon,Bangor,Truro,Ely,Wells,Whitby'
const words =
  'autumn,spring,harvest,river,northern,royal,garden,street,night,open,winter,makers,craft,jazz,folk,choral,science,digital,food,cider,cheese,marathon,cycling,rowing,poetry,book,film,dance,theatre,opera,heritage,steam,kite,lantern,moorland,coastal,harbour,castle,abbey,market,wool,pottery,glass,robotics,green,energy,family,charity,gala,summit'
const kinds = 'Festival,Fair,Conference,Expo,Run,Concert,Market,Show,Summit,Gala,Parade,Games,Forum,Season,Weekend'
const places = 'Hall,Park,Arena,Centre,Gardens,Pavilion,Exchange,Works,Quay,Square,Abbey,College'

/** The number of the entry that was filled in as the n-th. */
export function benchNumber(n: number): string {
  return `BENCH-2026-${String(n).padStart(8, '0')}`
}

/**
 * Fills the register with `entries` invented entries: 64 cities of very different size, 13 categories, dates over three years
 * around `today` (YYYY-MM-DD), some lapsed, one in fifty featured, one in ten checked further than declared, and rare words so that
 * searches of every kind occur.
 */
export async function fillRegister(sql: Sql, entries: number, today: string): Promise<void> {
  // Indexes are built in one go at the end: row by row they would take most of the time.
  const rebuild = await dropIndexes(sql, 'register_entries')
  // Nor does anybody look at the public log of invented entries, or have each of them look for its organiser.
  const triggers = ['register_entries_log_insert', 'register_entries_organiser_insert']
  for (const trigger of triggers) await sql`alter table register_entries disable trigger ${sql(trigger)}`
  await sql`
    insert into register_organisers (key, name)
    select 'name organiser ' || n, 'Organiser ' || n from generate_series(0, ${Math.min(entries, 4999)}::int) as n`
  const step = 50_000
  for (let from = 1; from <= entries; from += step) {
    // The words of the first ones are those of all.
    if (from === 1 + step) await sql`alter table register_entries disable trigger register_entries_words_insert`
    const to = Math.min(entries, from + step - 1)
    await sql.unsafe(
      `insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, organiser_id, description, category, sector,
         starts_on, starts_at, venue, city, price, attendees, capacity, featured, website_url, assurance)
       select 'BENCH-2026-' || lpad(n::text, 8, '0'), 'bench-' || n,
         case when n % 37 = 0 then 'lapsed' when n % 211 = 0 then 'suspended' else 'active' end, now() - interval '100 days', now() + interval '2 years',
         initcap(w[1 + floor(random() * array_length(w, 1))::int]) || ' ' || initcap(w[1 + (n / 7) % array_length(w, 1)]) || ' '
           || k[1 + n % array_length(k, 1)] || case when n % 997 = 0 then ' Zymurgy ' || n else '' end,
         o.name, o.id, 'A gathering of the kind that is held in many towns: stalls, music, talks and a good lunch. Number ' || n || '.',
         c.category, c.sector, $4::date - 540 + (n::bigint * 7919 % 1080)::int, make_time(9 + n % 12, 0, 0),
         initcap(w[1 + (n / 3) % array_length(w, 1)]) || ' ' || p[1 + (n / 11) % array_length(p, 1)],
         t[1 + floor(power(random(), 2) * array_length(t, 1))::int], 'From £' || 5 + n % 40, n % 900, 1000 + n % 9000, n % 50 = 0,
         case when n % 5 = 0 then 'https://events.example/' || n end,
         case when n % 13 = 0 then 'evidence' when n % 41 = 0 then 'assessed' else 'declared' end
       from generate_series($1::int, $2::int) as n join register_organisers as o on o.key = 'name organiser ' || n % 5000,
         (select string_to_array($3, ',') as w, string_to_array($5, ',') as k, string_to_array($6, ',') as p, string_to_array($7, ',') as t) as lists,
         lateral (select * from (values (0, 'Arts & Culture', 'culture'), (1, 'Business & Networking', 'business'), (2, 'Music & Concerts', 'entertainment'),
           (3, 'Sports & Fitness', 'sports'), (4, 'Community & Social', 'charity'), (5, 'Food & Drink', 'culture'), (6, 'Technology & Innovation', 'business'))
           as v (i, category, sector) where v.i = n % 7) as c`,
      [from, to, words, today, kinds, places, cities],
    )
  }
  for (const trigger of [...triggers, 'register_entries_words_insert'])
    await sql`alter table register_entries enable trigger ${sql(trigger)}`
  await rebuild()
  await sql`vacuum analyze register_entries`
  await sql`vacuum analyze register_counts`
}

/** Drops the indexes of a table that hold no constraint. @returns what builds them again. */
export async function dropIndexes(sql: Sql, table: string): Promise<() => Promise<void>> {
  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes where tablename = ${table} and indexdef like 'CREATE INDEX %'`
  for (const { indexname } of indexes) await sql`drop index ${sql(indexname)}`
  return async () => {
    for (const { indexdef } of indexes)
      await sql.begin(async (transaction) => {
        await transaction`set local maintenance_work_mem = '512MB'`
        await transaction.unsafe(indexdef)
      })
  }
}
