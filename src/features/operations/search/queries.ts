import { found, wordsOf } from '#database/search.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'

/** `detail` tells it from others. */
export type HitRow = { id: string; title: string; detail: string }

/** Of very common words, this many rows are looked at. Each way has an index of its own. */
const looked = 200

export const findApplications = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<HitRow[]>`
  with pattern as materialized (select containing(${q}::text) as text),
  hits as (
    (select id from applications where fold(reference) like (select text from pattern) limit ${looked}::int)
    union
    (select id from applications where fold(event_draft ->> 'title') like (select text from pattern) limit ${looked}::int)
    union
    (select a.id from organisations o join applications a on a.organisation_id = o.id
      where fold(o.name) like (select text from pattern) limit ${looked}::int)
    union
    (select a.id from organisations o join applications a on a.organisation_id = o.id
      where lower(o.email) = lower(${q}::text) limit ${looked}::int)
  )
  select a.id::text, a.event_draft ->> 'title' as title, a.reference || ', ' || o.name || ', ' || a.status as detail
  from hits join applications a on a.id = hits.id join organisations o on o.id = a.organisation_id
  order by a.submitted_at desc, a.id
  limit ${limit}::int`

export const findEntries = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) =>
  unprepared(sql<HitRow[]>`
    select id::text, title, number || ', ' || organiser || ', ' || register_status(status, valid_until) as detail
    from (
      select id, title, number, organiser, status, valid_until, published_at
      from register_entries where ${found(sql, wordsOf(q))} limit ${looked}::int
    ) as hits
    order by published_at desc, id
    limit ${limit}::int`)

export const findOrders = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<HitRow[]>`
  with pattern as materialized (select containing(${q}::text) as text),
  hits as (
    (select id from orders where id = ${isUuid(q) ? q : null}::uuid)
    union
    (select id from orders where checkout_session_id = ${q}::text limit ${looked}::int)
    union
    (select id from orders where payment_intent_id = ${q}::text limit ${looked}::int)
    union
    (select id from orders where subscription_id = ${q}::text limit ${looked}::int)
    union
    (select r.id from applications a join orders r on r.application_id = a.id
      where fold(a.reference) like (select text from pattern) limit ${looked}::int)
    union
    (select r.id from organisations o join applications a on a.organisation_id = o.id join orders r on r.application_id = a.id
      where fold(o.name) like (select text from pattern) limit ${looked}::int)
    union
    (select r.id from organisations o join applications a on a.organisation_id = o.id join orders r on r.application_id = a.id
      where lower(o.email) = lower(${q}::text) limit ${looked}::int)
  )
  select r.id::text, r.type as title, a.reference || ', ' || o.name || ', ' || r.status as detail
  from hits join orders r on r.id = hits.id
  join applications a on a.id = r.application_id
  join organisations o on o.id = r.organisation_id
  order by r.created_at desc, r.id
  limit ${limit}::int`

export const findPeople = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<HitRow[]>`
  select id, name as title, email as detail from people
  where fold(name) like (select containing(${q}::text)) or fold(email) like (select containing(${q}::text))
  order by lower(name), id
  limit ${limit}::int`

export const findMails = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<HitRow[]>`
  with pattern as materialized (select containing(${q}::text) as text),
  hits as (
    (select id from mails where fold(to_email) like (select text from pattern) limit ${looked}::int)
    union
    (select id from mails where fold(subject) like (select text from pattern) limit ${looked}::int)
  )
  select m.id::text, m.subject as title, m.to_email || ', ' || m.state as detail
  from hits join mails m on m.id = hits.id
  order by m.id desc
  limit ${limit}::int`
