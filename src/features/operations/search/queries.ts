import { found, wordsOf } from '#database/search.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'

/** Something that was found: `title` names it, `detail` tells it from others. */
export type HitRow = { id: string; title: string; detail: string }

/** Each way has an index of its own; of very common words, this many are looked at. */
const looked = 200

/** Applications by reference, event, organisation or email address, the newest first. */
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

/** Entries by number, title, organiser, venue or city, the latest published first. */
export const findEntries = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) =>
  unprepared(sql<HitRow[]>`
    select id::text, title, number || ', ' || organiser || ', ' || register_status(status, valid_until) as detail
    from (
      select id, title, number, organiser, status, valid_until, published_at
      from register_entries where ${found(sql, wordsOf(q))} limit ${looked}::int
    ) as hits
    order by published_at desc, id
    limit ${limit}::int`)

/** Orders by their own ids, and by the reference, organisation or email address of their application, the newest first. */
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

/** People of the admin area by name or email address; they are few. */
export const findPeople = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<HitRow[]>`
  select id, name as title, email as detail from people
  where fold(name) like (select containing(${q}::text)) or fold(email) like (select containing(${q}::text))
  order by lower(name), id
  limit ${limit}::int`

/** Mails by address or subject, the newest first. */
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
