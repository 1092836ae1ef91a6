import { asJson, type SqlRunner } from '#database/sql.ts'

export const findAnswer = (sql: SqlRunner, { key, oldestSeconds }: { key: Buffer; oldestSeconds: number }) => sql<
  { answer: unknown; asked_at: string; fresh: boolean }[]
>`
  select answer, asked_at, fresh_until > now() as fresh
  from company_answers
  where key = ${key}::bytea and asked_at > now() - make_interval(secs => ${oldestSeconds}::int)`

export const keepAnswer = (
  sql: SqlRunner,
  { key, answer, freshSeconds }: { key: Buffer; answer: unknown; freshSeconds: number },
) => sql<Record<string, never>[]>`
  insert into company_answers as a (key, answer, fresh_until)
  values (${key}::bytea, ${asJson(answer)}::json, now() + make_interval(secs => ${freshSeconds}::int))
  on conflict (key) do update set answer = excluded.answer, asked_at = excluded.asked_at, fresh_until = excluded.fresh_until`

export const deleteOldAnswers = (
  sql: SqlRunner,
  { oldestSeconds, most }: { oldestSeconds: number; most: number },
) => sql<Record<string, never>[]>`
  delete from company_answers
  where asked_at <= greatest(
    now() - make_interval(secs => ${oldestSeconds}::int),
    (select asked_at from company_answers order by asked_at desc offset ${most}::int limit 1))`

/** Eleven slots of 30 seconds: no five minutes, however counted, hold more than the limit. A row means that it may be asked. */
export const takeQuestion = (sql: SqlRunner, { registry, most }: { registry: string; most: number }) => sql<
  { taken: boolean }[]
>`
  insert into registry_budgets as b (registry, slot, used)
  values (${registry}::text, floor(extract(epoch from clock_timestamp()) / 30)::bigint, '{1,0,0,0,0,0,0,0,0,0,0}')
  on conflict (registry) do update set
    slot = greatest(b.slot, excluded.slot),
    used = (later_slots(b.used, excluded.slot - b.slot))[1] + 1 || (later_slots(b.used, excluded.slot - b.slot))[2:11]
  where b.paused_until <= now() and slots_total(later_slots(b.used, excluded.slot - b.slot)) < ${most}::int
  returning true as taken`

export const pauseQuestions = (sql: SqlRunner, { registry, seconds }: { registry: string; seconds: number }) => sql<
  Record<string, never>[]
>`
  insert into registry_budgets as b (registry, slot, used, paused_until)
  values (${registry}::text, 0, '{0,0,0,0,0,0,0,0,0,0,0}', now() + make_interval(secs => ${seconds}::int))
  on conflict (registry) do update set paused_until = greatest(b.paused_until, excluded.paused_until)`

export type HitRow = {
  number: string
  name: string
  status: string
  status_detail: string
  previous_names: string[]
  line1: string
  line2: string
  town: string
  county: string
  postcode: string
}
export type CompanyRow = HitRow & { country: string }

export const readCopy = (sql: SqlRunner, { oldestDays }: { oldestDays: number }) => sql<
  { as_of: string; companies: number; loaded_at: string }[]
>`
  select as_of, companies, loaded_at from register_copies where companies > 0 and as_of >= current_date - ${oldestDays}::int`

export const listCommonWords = (sql: SqlRunner, { names }: { names: number }) => sql<{ word: string }[]>`
  select word from registered_words where names >= ${names}::int`

export const findRegistered = (sql: SqlRunner, { number }: { number: string }) => sql<CompanyRow[]>`
  select number, name, status, status_detail, previous_names, line1, line2, town, county, postcode, country
  from registered_companies where number = ${number}::text`

/** Trigrams are slow for common words (100,000 matches come first): used only when beginnings and the first 8,000 names (3 ms) have too few. */
export const searchRegistered = (
  sql: SqlRunner,
  input: {
    number: string
    beginning: string
    rarest: string
    next: string
    all: string[]
    words: string
    most: number
  },
) => sql<HitRow[]>`
  with begins as materialized (
    select number, row_number() over () as place from (
      select number from registered_companies where search_text like ${input.beginning}::text order by search_text
        limit ${input.most}::int
    ) as first_names
  ),
  common as materialized (
    select number, search_text from (
      select number, search_text from registered_companies
      where (select count(*) from begins) < ${input.most}::int
      order by search_text limit 8000
    ) as first_names
    where search_text like all (${input.all}::text[])
    limit ${input.most}::int
  ),
  rare as materialized (
    select number, search_text from registered_companies
    where (select count(*) from begins) < ${input.most}::int and (select count(*) from common) < 10
      and search_text like ${input.rarest}::text and search_text like ${input.next}::text
      and search_text like all (${input.all}::text[])
    limit 400
  ),
  found as (
    select number, 0 as tier, 0::float8 as place from registered_companies where number = ${input.number}::text
    union all
    select number, 1, place from begins
    union all
    select number, case when search_text like '%' || ${input.words}::text || '%' then 2 else 3 end, -similarity(search_text,
      ${input.words}::text)
    from (table common union table rare) as holds
  ),
  ranked as (
    select number, min(tier) as tier, (array_agg(place order by tier))[1] as place
    from found group by number
    order by 2, 3, 1
    limit ${input.most}::int
  )
  select c.number, c.name, c.status, c.status_detail, c.previous_names, c.line1, c.line2, c.town, c.county, c.postcode
  from ranked join registered_companies as c on c.number = ranked.number
  order by ranked.tier, ranked.place, c.number`

export const mendWords = (sql: SqlRunner, { words }: { words: string[] }) => sql<{ word: string }[]>`
  select case
    when length(typed.word) < 4 or exists (select from registered_words as known where known.word = typed.word) then typed.word
    else coalesce((
      select near.word from registered_words as near
      where near.word % typed.word
      order by similarity(near.word, typed.word) desc, near.names desc, near.word
      limit 1), typed.word)
  end as word
  from unnest(${words}::text[]) with ordinality as typed (word, place)
  order by place`
