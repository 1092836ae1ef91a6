import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { CamelSql } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { listPeople } from '#features/people/staff/server.ts'
import { page } from '#page/page.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { actionWords, auditHref, changedFields, signInsHref, subjectHref, usualSort } from './rules.ts'

const _batchSize = 500

type AuditQuery = ReturnType<typeof readAuditFilters>['query']

/**
 * As in the address, empty for no filter: who (`person:<id>`, `job:<name>` or `command:<name>`), what (`entry.suspended`) and the subject
 * (`entry` for all, or `entry:<id>`). `problem` says what could not be understood, which is left out.
 */
export function readAuditFilters(value: (name: string) => string | null | undefined) {
  const text = (name: string) => (value(name) ?? '').replaceAll('\u0000', '').trim().slice(0, 200)
  const filters = { who: text('who'), what: text('what'), subject: text('subject'), from: text('from'), to: text('to') }
  const wrong = (['from', 'to'] as const).filter((name) => filters[name] && !isDay(filters[name]))
  for (const name of wrong) filters[name] = ''
  const [actorKind, actorId] = halves(filters.who)
  const [subjectKind, subjectId] = halves(filters.subject)
  const { from, to } = filters
  const query = {
    actorKind,
    actorId,
    action: filters.what || null,
    subjectKind: subjectKind?.toLowerCase() ?? null,
    subjectId,
    from: from || null,
    to: to || null,
  }
  const problem =
    wrong.length > 0
      ? 'We ignored a date. Write it as year, month and day, such as 2026-11-21.'
      : from && to && from > to
        ? 'The first day is after the last day.'
        : null
  return { filters, query, problem }
}

function halves(text: string): [string | null, string | null] {
  const at = text.indexOf(':')
  if (at < 0) return [text || null, null]
  return [text.slice(0, at).trim() || null, text.slice(at + 1).trim() || null]
}

type ChangeRow = {
  id: number
  happenedAt: Instant
  actorKind: 'person' | 'job' | 'command' | 'applicant'
  actorId: string
  actorName: string
  action: string
  subjectKind: string
  subjectId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** @param input.beforeId for a file, newest first: only changes before this one. */
const listChanges = (
  sql: CamelSql,
  {
    beforeId,
    newestFirst,
    limit,
    offset,
    ...query
  }: AuditQuery & { beforeId: number | null; newestFirst: boolean; limit: number; offset: number },
) => sql<ChangeRow[]>`
  select id, happened_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after
  from audit_log
  where ${fits(sql, query)}
    ${beforeId === null ? sql`` : sql`and id < ${beforeId}::bigint`}
  ${newestFirst ? sql`order by id desc` : sql`order by id`}
  limit ${limit}::int offset ${offset}::int`

function fits(sql: CamelSql, { actorKind, actorId, action, subjectKind, subjectId, from, to }: AuditQuery) {
  return sql`true ${actorKind === null ? sql`` : sql`and actor_kind = ${actorKind}::text`}
    ${actorId === null ? sql`` : sql`and actor_id = ${actorId}::text`}
    ${action === null ? sql`` : sql`and action = ${action}::text`}
    ${subjectKind === null ? sql`` : sql`and subject_kind = ${subjectKind}::text`}
    ${subjectId === null ? sql`` : sql`and subject_id = ${subjectId}::text`}
    ${from === null ? sql`` : sql`and happened_at >= ${from}::date::timestamp at time zone 'Europe/London'`}
    ${to === null ? sql`` : sql`and happened_at < (${to}::date + 1)::timestamp at time zone 'Europe/London'`}`
}

/** What people call the ids in these changes: by a reference, a number or a name. What has none, and what is gone, is left out. */
async function namesIn(sql: CamelSql, changes: readonly ChangeRow[]): Promise<Map<string, string>> {
  const values = changes.flatMap(({ subjectId, before, after }) => [
    subjectId,
    ...Object.values({ ...before }),
    ...Object.values({ ...after }),
  ])
  const people = [...new Set(values.filter((value) => typeof value === 'string' && value.length <= 64))] as string[]
  const ids = people.filter(isUuid)
  const names = await sql<{ id: string; name: string }[]>`
    select id::text, reference as name from applications where id = any(${ids}::uuid[])
    union all
    select s.id::text, a.reference from assessments as s join applications as a on a.id = s.application_id
    where s.id = any(${ids}::uuid[])
    union all
    select id::text, number from register_entries where id = any(${ids}::uuid[])
    union all
    select o.id::text, o.type || ' of ' || a.reference from orders as o join applications as a on a.id = o.application_id
    where o.id = any(${ids}::uuid[])
    union all
    select id::text, reference from appeals where id = any(${ids}::uuid[])
    union all
    select id::text, reference from concerns where id = any(${ids}::uuid[])
    union all
    select id::text, reference from complaints where id = any(${ids}::uuid[])
    union all
    select id::text, name from partners where id = any(${ids}::uuid[])
    union all
    select id, name from people where id = any(${people}::text[])`
  return new Map(names.map(({ id, name }) => [id, name]))
}

export const auditLog = page('auditLog', {
  load: async ({ query: search, sql }) => {
    const { filters, query, problem } = readAuditFilters((name) => search.get(name))
    const sort = readSort(search.get('sort'), ['when'], usualSort)
    const [{ rows: changes, pages }, actors, actions] = await Promise.all([
      readList({
        query: search,
        rows: (part) => listChanges(sql, { ...query, beforeId: null, newestFirst: sort.descending, ...part }),
        count: (limit) => sql<{ count: number }[]>`
          select count(*)::int as count from (select from audit_log where ${fits(sql, query)} limit ${limit}::int) as found`,
        hrefOf: (page) => auditHref(filters, sort, page),
      }),
      // By their latest names. One step of the index for each, however long the log.
      sql<{ actorKind: string; actorId: string; actorName: string }[]>`
        with recursive actors as (
          (select actor_kind, actor_id from audit_log order by actor_kind, actor_id limit 1)
          union all
          select next.actor_kind, next.actor_id
          from actors as a
          cross join lateral (
            select l.actor_kind, l.actor_id from audit_log as l
            where (l.actor_kind, l.actor_id) > (a.actor_kind, a.actor_id)
            order by l.actor_kind, l.actor_id
            limit 1
          ) as next
        )
        select a.actor_kind, a.actor_id, latest.actor_name
        from actors as a
        cross join lateral (
          select l.actor_name from audit_log as l
          where l.actor_kind = a.actor_kind and l.actor_id = a.actor_id
          order by l.id desc
          limit 1
        ) as latest
        order by a.actor_kind = 'person' desc, lower(latest.actor_name)`,
      // One step of the index for each, however long the log.
      sql<{ action: string }[]>`
        with recursive actions as (
          (select action from audit_log order by action limit 1)
          union all
          select next.action
          from actions as a
          cross join lateral (
            select l.action from audit_log as l where l.action > a.action order by l.action limit 1
          ) as next
        )
        select action from actions`,
    ])
    const names = await namesIn(sql, changes)
    return {
      filters,
      problem,
      actors: actors.map(({ actorKind: kind, actorId: id, actorName: name }) => ({
        value: `${kind}:${id}`,
        label: kind === 'person' ? name : `${name} (${kind})`,
      })),
      actions: actions.map(({ action }) => ({ value: action, label: actionWords(action) })),
      changes: changes.map((row) => {
        const subject = { kind: row.subjectKind, id: row.subjectId }
        return {
          id: row.id,
          at: row.happenedAt,
          who: row.actorName,
          whoKind: row.actorKind,
          what: actionWords(row.action),
          subject: { ...subject, name: names.get(subject.id) ?? null, href: subjectHref(subject) },
          fields: changedFields(row.before, row.after, names),
        }
      }),
      csvHref: apiPath('exportAuditLog', {}, filters),
      sort,
      pages,
    }
  },
})

const filter = type('string <= 200').default('')

export const exportAuditLog = csvExport({
  permission: 'audit',
  summary: 'The audit log as CSV',
  description:
    'Newest first, with the filters of its page. Cells that a spreadsheet would run as formulas start with an apostrophe.',
  query: type({ who: filter, what: filter, subject: filter, from: filter, to: filter }).onUndeclaredKey('delete'),
  file: ({ filters, sql }): CsvExport<ChangeRow> => {
    const { query } = readAuditFilters((name) => filters.get(name) ?? '')
    return {
      of: 'audit-log',
      name: 'audit-log.csv',
      rows: ({ after, limit }) =>
        listChanges(sql, { ...query, beforeId: after?.id ?? null, newestFirst: true, limit, offset: 0 }),
      columns: [
        { heading: 'Id', value: (row) => row.id },
        { heading: 'Time (UTC)', value: (row) => row.happenedAt },
        { heading: 'Who', value: (row) => row.actorName },
        { heading: 'Kind of actor', value: (row) => row.actorKind },
        { heading: 'Actor', value: (row) => row.actorId },
        { heading: 'What', value: (row) => row.action },
        { heading: 'Kind of subject', value: (row) => row.subjectKind },
        { heading: 'Subject', value: (row) => row.subjectId },
        { heading: 'Before', value: (row) => row.before && JSON.stringify(row.before) },
        { heading: 'After', value: (row) => row.after && JSON.stringify(row.after) },
      ],
    }
  },
})

export const signInLog = page('signInLog', {
  load: async ({ query, sql }) => {
    const people = await listPeople(sql)
    const personId = people.find(({ id }) => id === query.get('person'))?.id ?? null
    const person = personId ?? ''
    const sort = readSort(query.get('sort'), ['when'], usualSort)
    const ofPerson = personId === null ? sql`` : sql`where person_id = ${personId}::text`
    const { rows: events, pages } = await readList({
      query,
      rows: ({ limit, offset }) => sql<
        { id: number; at: Instant; person: string | null; event: string; network: string; browser: string }[]
      >`
        select id, happened_at as at, person_name as person, event, network, browser
        from sign_in_events
        ${ofPerson}
        ${sort.descending ? sql`order by id desc` : sql`order by id`}
        limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from sign_in_events ${ofPerson} limit ${limit}::int) as found`,
      hrefOf: (page) => signInsHref(person, sort, page),
    })
    return {
      /** The person's id. */
      person,
      people: people.map(({ id, name }) => ({ value: id, label: name })),
      events,
      sort,
      pages,
    }
  },
})
