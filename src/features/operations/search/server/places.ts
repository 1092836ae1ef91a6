import { adminHref } from '#admin-pages.ts'
import { found, searchSimilar, wordsOf } from '#database/search.ts'
import { type Fragment, type Sql, type SqlRunner, unprepared } from '#database/sql.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { type Assurance, statusWords } from '#domain/assurance.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Permission } from '#domain/permissions.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type AppealState, appealStates } from '#features/concerns/appeals/rules.ts'
import { type ConcernState, concernStates } from '#features/concerns/line/rules.ts'
import { type MailState, mailStateWords } from '#features/mailbox/rules.ts'
import { type SubmissionState, stateWords, submissionHref } from '#features/operations/submissions/rules.ts'
import { orderStatusWords } from '#features/payments/admin/rules.ts'
import type { SearchKind } from '../rules.ts'

/** `detail` tells it from others; `state` is the stored word. */
type HitRow = { id: string; title: string; detail: string; state: string }

type Search = { q: string; limit: number }

type Place = {
  permission: Permission
  find: (sql: SqlRunner, search: Search) => PromiseLike<HitRow[]>
  /** Spelt similarly, where nothing is spelt as it was typed. */
  findLike?: (sql: Sql, search: Search) => PromiseLike<HitRow[]>
  hrefOf: (id: string) => string
  stateOf: (state: string) => string
}

/** Of very common words, this many rows are looked at. Each way has an index of its own. */
const looked = 200
/** How much of what was typed has to be in a name that is spelt similarly, by parts of three letters. */
const likeness = '0.35'

/** Null for what is no telephone number. */
function phoneOf(q: string): string | null {
  return /^[\d\s()+./-]+$/.test(q) && q.replaceAll(/\D/g, '').length >= 5 ? q : null
}

/** Ids of organisations by name, contact, address and telephone number. */
const organisationsOf = (sql: SqlRunner, q: string): Fragment => sql`
  (select id from organisations where fold(name) like (select containing(${q}::text)) limit ${looked}::int)
  union
  (select id from organisations where fold(contact_name) like (select containing(${q}::text)) limit ${looked}::int)
  union
  (select id from organisations where fold(email) like (select containing(${q}::text)) limit ${looked}::int)
  union
  (select id from organisations where phone_digits(phone) like '%' || phone_digits(${phoneOf(q)}::text) || '%' limit ${looked}::int)`

export const findEntries = (sql: SqlRunner, { q, limit }: Search) =>
  unprepared(sql<HitRow[]>`
    select id::text, title, number || ', ' || organiser as detail,
      concat_ws(' ', register_status(status, valid_until), assurance, assured_on) as state
    from (
      select id, title, number, organiser, status, valid_until, assurance, assured_on, published_at
      from register_entries where ${found(sql, wordsOf(q))} limit ${looked}::int
    ) as hits
    order by published_at desc, id
    limit ${limit}::int`)

/** What is searched, in which permission's name, and how it is shown. */
export const places: Record<SearchKind, Place> = {
  Applications: {
    permission: 'review',
    find: (sql, { q, limit }) => sql<HitRow[]>`
      with hits as (
        (select id from applications where fold(reference) like (select containing(${q}::text)) limit ${looked}::int)
        union
        (select id from applications where fold(event_draft ->> 'title') like (select containing(${q}::text)) limit ${looked}::int)
        union
        (select a.id from (${organisationsOf(sql, q)}) as o join applications a on a.organisation_id = o.id limit ${looked}::int)
        union
        select application_id from register_entries where number = upper(${q}::text)
        union
        select application_id from appeals where reference = upper(${q}::text)
      )
      select a.id::text, a.event_draft ->> 'title' as title, concat_ws(', ', a.reference, o.name, nullif(o.contact_name, '')) as detail,
        case when a.withdrawn_at is null then a.status else 'withdrawn' end as state
      from hits join applications a on a.id = hits.id join organisations o on o.id = a.organisation_id
      order by a.submitted_at desc, a.id
      limit ${limit}::int`,
    /** The most similar first. */
    findLike: (sql, { q, limit }) =>
      sql.begin(async (tx) => {
        await tx<
          { set: string }[]
        >`select set_config('pg_trgm.word_similarity_threshold', ${likeness}::text, true) as set`
        return await tx<HitRow[]>`
          with hits as (
            (select id, word_similarity(fold(${q}::text), fold(event_draft ->> 'title')) as likeness from applications
              where fold(event_draft ->> 'title') %> fold(${q}::text) limit ${looked}::int)
            union all
            (select a.id, greatest(word_similarity(fold(${q}::text), fold(o.name)), word_similarity(fold(${q}::text), fold(o.contact_name)),
                word_similarity(fold(${q}::text), fold(o.email)))
              from organisations o join applications a on a.organisation_id = o.id
              where fold(o.name) %> fold(${q}::text) or fold(o.contact_name) %> fold(${q}::text) or fold(o.email) %> fold(${q}::text)
              limit ${looked}::int)
          )
          select a.id::text, a.event_draft ->> 'title' as title, concat_ws(', ', a.reference, o.name, nullif(o.contact_name, '')) as detail,
            case when a.withdrawn_at is null then a.status else 'withdrawn' end as state
          from (select id, max(likeness) as likeness from hits group by id) as hits
          join applications a on a.id = hits.id join organisations o on o.id = a.organisation_id
          order by hits.likeness desc, a.submitted_at desc, a.id
          limit ${limit}::int`
      }),
    hrefOf: (id) => adminHref('review', { id }),
    stateOf: (state) => (state === 'withdrawn' ? 'Withdrawn by the applicant' : applicationStatusLabel(state)),
  },
  Register: {
    permission: 'register',
    find: findEntries,
    findLike: (sql, { q, limit }) =>
      searchSimilar(sql, 'register_words', {
        q,
        found: [],
        isKnown: false,
        max: limit,
        search: async (words, max) => await findEntries(sql, { q: words, limit: max }),
      }),
    hrefOf: (id) => adminHref('adminEntry', { id }),
    stateOf: (state) => {
      const [status, assurance, assuredOn = null] = state.split(' ')
      return statusWords({ status: status as RegisterStatus, assurance: assurance as Assurance, assuredOn })
    },
  },
  Orders: {
    permission: 'money',
    find: (sql, { q, limit }) => sql<HitRow[]>`
      with hits as (
        (select id from orders where id = ${isUuid(q) ? q : null}::uuid)
        union
        (select id from orders where checkout_session_id = ${q}::text limit ${looked}::int)
        union
        (select id from orders where payment_intent_id = ${q}::text limit ${looked}::int)
        union
        (select id from orders where subscription_id = ${q}::text limit ${looked}::int)
        union
        (select r.id from applications a join orders r on r.application_id = a.id
          where fold(a.reference) like (select containing(${q}::text)) limit ${looked}::int)
        union
        (select r.id from (${organisationsOf(sql, q)}) as o join orders r on r.organisation_id = o.id limit ${looked}::int)
      )
      select r.id::text, r.type as title, a.reference || ', ' || o.name as detail, r.status as state
      from hits join orders r on r.id = hits.id
      join applications a on a.id = r.application_id
      join organisations o on o.id = r.organisation_id
      order by r.created_at desc, r.id
      limit ${limit}::int`,
    hrefOf: (id) => adminHref('order', { id }),
    stateOf: (state) => orderStatusWords[state]?.label ?? state,
  },
  Concerns: {
    permission: 'concerns',
    /** By what was reported; never by who reported it. */
    find: (sql, { q, limit }) => sql<HitRow[]>`
      select id::text, coalesce(nullif(event, ''), reference) as title, reference as detail, state
      from concerns
      where fold(reference) like (select containing(${q}::text)) or fold(event) like (select containing(${q}::text))
      order by received_at desc, id
      limit ${limit}::int`,
    hrefOf: (id) => adminHref('adminConcern', { id }),
    stateOf: (state) => concernStates[state as ConcernState].label,
  },
  Appeals: {
    permission: 'concerns',
    find: (sql, { q, limit }) => sql<HitRow[]>`
      select p.id::text, a.event_draft ->> 'title' as title, p.reference || ', ' || o.name as detail, p.state
      from appeals p join applications a on a.id = p.application_id join organisations o on o.id = a.organisation_id
      where fold(p.reference) like (select containing(${q}::text)) or a.reference = upper(${q}::text)
        or a.id in (select b.id from (${organisationsOf(sql, q)}) as f join applications b on b.organisation_id = f.id)
      order by p.received_at desc, p.id
      limit ${limit}::int`,
    hrefOf: (id) => adminHref('adminAppeal', { id }),
    stateOf: (state) => appealStates[state as AppealState].label,
  },
  Complaints: {
    permission: 'correspondence',
    find: (sql, { q, limit }) => sql<HitRow[]>`
      select id::text, name as title, reference as detail, case when closed_at is null then 'open' else 'closed' end as state
      from complaints
      where fold(reference) like (select containing(${q}::text)) or fold(name) like (select containing(${q}::text))
        or fold(email) like (select containing(${q}::text))
        or phone_digits(phone) like '%' || phone_digits(${phoneOf(q)}::text) || '%'
      order by id desc
      limit ${limit}::int`,
    hrefOf: (id) => adminHref('adminComplaint', { id }),
    stateOf: (state) => (state === 'open' ? 'Open' : 'Closed'),
  },
  Correspondence: {
    permission: 'correspondence',
    /** The id has the kind before it. */
    find: (sql, { q, limit }) => sql<HitRow[]>`
      select kind || '/' || id as id, name as title, concat_ws(', ', nullif(about, ''), nullif(organisation, ''), email) as detail, state
      from submissions
      where fold(words) like (select containing(${q}::text)) or id = ${isUuid(q) ? q : null}::uuid
        or phone_digits(phone) like '%' || phone_digits(${phoneOf(q)}::text) || '%'
      order by arrived_at desc, id
      limit ${limit}::int`,
    hrefOf: submissionHref,
    stateOf: (state) => stateWords[state as SubmissionState].label,
  },
  People: {
    permission: 'people',
    find: (sql, { q, limit }) => sql<HitRow[]>`
      select id, name as title, email as detail, case when deactivated_at is null then 'active' else 'deactivated' end as state
      from people
      where fold(name) like (select containing(${q}::text)) or fold(email) like (select containing(${q}::text))
      order by lower(name), id
      limit ${limit}::int`,
    hrefOf: (id) => adminHref('person', { id }),
    stateOf: (state) => (state === 'active' ? 'Active' : 'Deactivated'),
  },
  Emails: {
    permission: 'mail',
    find: (sql, { q, limit }) => sql<HitRow[]>`
      with hits as (
        (select id from mails where fold(to_email) like (select containing(${q}::text)) limit ${looked}::int)
        union
        (select id from mails where fold(subject) like (select containing(${q}::text)) limit ${looked}::int)
      )
      select m.id::text, m.subject as title, m.to_email as detail, m.state
      from hits join mails m on m.id = hits.id
      order by m.id desc
      limit ${limit}::int`,
    hrefOf: (id) => adminHref('mail', { id }),
    stateOf: (state) => mailStateWords[state as MailState].label,
  },
}
