import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { CamelSql } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import type { CompanyCheck } from '#domain/company.ts'
import type { Day } from '#domain/formats.ts'
import type { SampleMatch } from '#features/applications/server/sample-application.ts'
import { listHolders } from '#features/register/server/has-conflict.ts'
import { command, did, wrong } from '#page/command.ts'
import { chosenRows, keepListChange, type RowsBefore, takeListChange } from '#page/list-change.ts'
import { type PageData, page } from '#page/page.ts'
import { withQuery } from '#pages.ts'
import { answer, read } from '#requests/command.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import { cleanText } from '#wire/clean-text.ts'
import { refuse } from '#wire/field-failures.ts'
import { saysOfListChange } from '#wire/list-change.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { lockApplication } from '../queries.ts'
import {
  ages,
  type QueueFilters,
  queueColumns,
  queueHref,
  queueStatuses,
  type SampleSort,
  sampleColumns,
  sampledHref,
  usualSampleSort,
  usualSort,
} from '../rules.ts'
import { handOver } from '../server/review-commands.ts'

const pageSize = 30
/** When one is dealt with, the next one moves up. */
const maxUnproven = 100

/** All or none of them; an application that is gone is left out. */
const handOverSeveral = command({
  permission: 'review',
  schema: type({
    applications: chosenRows('Choose the applications to hand over'),
    person: 'string',
  }),
  run: async ({ input: { applications, person: personId }, ...given }) => {
    const reviewers = await listHolders(given.sql, 'review')
    const person = personId === 'nobody' ? null : reviewers.find(({ id }) => id === personId)
    if (person === undefined) return wrong({ person: 'Choose who is to look after them' })
    const audit = []
    const before: RowsBefore = {}
    // Sorted, so that two people who do this at once wait for each other instead of locking each other out.
    for (const id of [...new Set(applications)].toSorted()) {
      const handed = await handOver({ ...given, params: { id } }, person)
      if (!handed) continue
      audit.push(handed.audit)
      before[id] = handed.was
    }
    const undo = await keepListChange(given, { list: 'applications', before, after: person?.id ?? null })
    return did({ answer: { handed: audit.length, undo }, audit })
  },
  leadsTo: (outcome, { query }) => backHref(query, outcome),
})

/** Those that somebody else has handed over since are left alone. */
const undo = command({
  permission: 'review',
  schema: type({ change: "string = ''" }),
  run: async ({ input: { change: id }, ...given }) => {
    const change = await takeListChange(given, { id, list: 'applications' })
    const audit = []
    const reviewers = await listHolders(given.sql, 'review')
    for (const [application, was] of Object.entries(change?.before ?? {}).toSorted()) {
      const [now] = await lockApplication(given.sql, { id: application })
      if (!now || now.assignedTo !== change!.after) continue
      const person = reviewers.find((reviewer) => reviewer.id === was) ?? null
      const handed = await handOver({ ...given, params: { id: application } }, person)
      if (handed) audit.push(handed.audit)
    }
    return did({ answer: { undone: audit.length }, audit })
  },
  leadsTo: (outcome, { query }) => backHref(query, outcome),
})

function backHref(query: URLSearchParams, outcome: Record<string, string | number | null>): string {
  const [path, search] = queueHref(readQueueFilters(query)).split('?')
  return withQuery(path!, { ...Object.fromEntries(new URLSearchParams(search)), page: query.get('page'), ...outcome })
}

/** What waits is sorted oldest first and what is decided newest first, unless the address says otherwise. */
export const queue = page('queue', {
  commands: { handOver: handOverSeveral, undo },
  load: async ({ query, visitor, sql, services, refused, typed }) => {
    const madeAt = services.now()
    const filters = readQueueFilters(query)
    const { status, q, older, whose, sort } = filters
    const fitting = fits(sql, filters, { me: (await visitor.admin())!.id, now: madeAt })
    // Each order has an index of its own.
    const key = sort.by === 'title' ? sql`fold(a.event_draft ->> 'title')` : sql`a.submitted_at`
    const sampleSort = readSort(query.get('sort'), sampleColumns, usualSampleSort)
    const [list, [counts], unproven, reviewers] = await Promise.all([
      readList({
        query,
        pageSize,
        rows: ({ limit, offset }) => sql<
          {
            id: string
            reference: string
            title: string
            organisationName: string
            submittedAt: string
            companyCheck: CompanyCheck['state']
            assignedName: string | null
            /** The later of the two. */
            question: 'asked' | 'answered' | null
          }[]
        >`
          select
            a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, a.submitted_at,
            a.company_check ->> 'state' as company_check, p.name as assigned_name,
            (select r.kind from application_remarks r
             where r.application_id = a.id and r.kind in ('asked', 'answered') order by r.id desc limit 1) as question
          from applications a
          join organisations o on o.id = a.organisation_id
          left join people p on p.id = a.assigned_to
          where ${fitting}
          order by ${sort.descending ? sql`${key} desc, a.id desc` : sql`${key}, a.id`}
          limit ${limit}::int offset ${offset}::int`,
        count: (limit) => sql<{ count: number }[]>`
          select count(*)::int as count from (select from applications a where ${fitting} limit ${limit}::int) as found`,
        hrefOf: (number) => queueHref(filters, number),
      }),
      sql<Record<QueueFilters['status'], number>[]>`
        select count(*) filter (where status = 'submitted' and withdrawn_at is null) as submitted,
          count(*) filter (where status = 'approved' and withdrawn_at is null) as approved,
          count(*) filter (where status = 'rejected' and withdrawn_at is null) as rejected,
          count(withdrawn_at) as withdrawn,
          (select count(*) from orders where waits_since is not null) as identity,
          (select count(*) from application_samples where looked_at is null) as sampled,
          (
            select count(*) from proposed_changes as p join applications as a on a.id = p.application_id
            where p.state = 'open' and a.status = 'approved' and a.withdrawn_at is null
          ) as proposed
        from applications`,
      // The longest waiting first.
      status === 'identity'
        ? sql<
            {
              id: string
              reference: string
              title: string
              organisationName: string
              companyNo: string | null
              companyCheck: CompanyCheck['state']
              email: string
              waitsSince: string
              isAddressConfirmed: boolean
              /** Applications of the same company number, and how many of them have an entry. */
              others: number
              entries: number
            }[]
          >`
            select
              a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, o.company_no,
              a.company_check ->> 'state' as company_check, o.email, w.waits_since,
              exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_address_confirmed,
              (
                select count(*) from organisations as other join applications as b on b.organisation_id = other.id
                where other.company_key = o.company_key and b.id <> a.id
              ) as others,
              (
                select count(*) from organisations as other
                join applications as b on b.organisation_id = other.id
                join register_entries as e on e.application_id = b.id
                where other.company_key = o.company_key and b.id <> a.id
              ) as entries
            from orders as w
            join applications as a on a.id = w.application_id
            join organisations as o on o.id = a.organisation_id
            where w.waits_since is not null
            order by w.waits_since, a.id
            limit ${maxUnproven}::int`
        : [],
      listHolders(sql, 'review'),
    ])
    const samples =
      status === 'sampled' &&
      (await readList({
        query,
        pageSize,
        rows: (part) => listOpenSamples(sql, { sort: sampleSort, ...part }),
        count: async () => [{ count: counts!.sampled }],
        hrefOf: (number) => sampledHref(sampleSort, number),
      }))
    return {
      /** With what was chosen where handing over was refused. */
      says: refused
        ? { tone: 'danger' as const, title: 'Nothing was handed over', text: refused.fields?.[0]?.message ?? '' }
        : saysOfListChange(query, ['application', 'applications']),
      chosen: refused ? (typed.applications ?? '').split(',') : [],
      filters,
      counts: counts!,
      applications: list.rows,
      /** Of `identity` alone: the longest waiting. */
      unproven,
      /** Of `sampled` alone, sorted on its own. */
      sampled: samples ? samples.rows : [],
      sampleSort,
      pages: (samples || list).pages,
      exportHref: apiPath('exportApplications', {}, { status, q, older, whose: whose === 'all' ? null : whose }),
      reviewers,
      /** What arrives after this is announced. */
      madeAt: madeAt.toISOString(),
    }
  },
})

function fits(sql: CamelSql, { status, q, older, whose }: QueueFilters, { me, now }: { me: string; now: Date }) {
  const pattern = sql`(select containing(${q}::text))`
  const found = sql`and a.id in (
    select id from applications where fold(reference) like ${pattern}
    union
    select id from applications where fold(event_draft ->> 'title') like ${pattern}
    union
    select of.id from organisations o join applications of on of.organisation_id = o.id where fold(o.name) like ${pattern})`
  const before = older !== null && new Date(now.getTime() - older * 86_400_000).toISOString()
  const assigned = whose === 'nobody' ? sql`is null` : sql`= ${me}::text`
  const stands =
    status === 'withdrawn'
      ? sql`a.withdrawn_at is not null`
      : status === 'proposed'
        ? sql`a.id in (select application_id from proposed_changes where state = 'open') and a.status = 'approved' and a.withdrawn_at is null`
        : sql`a.status = ${status}::text and a.withdrawn_at is null`
  return sql`${stands} ${q ? found : sql``}
    ${before ? sql`and a.submitted_at < ${before}::timestamptz` : sql``}
    ${whose === 'all' ? sql`` : sql`and a.assigned_to ${assigned}`}`
}

export const listOpenSamples = (
  sql: CamelSql,
  { sort, limit, offset }: { sort: SampleSort; limit: number; offset: number },
) => {
  const keys = { chosen: sql`s.chosen_at`, reference: sql`a.reference`, date: sql`a.event_draft ->> 'date'` }
  const order = sort.descending ? sql`${keys[sort.by]} desc, a.id desc` : sql`${keys[sort.by]}, a.id`
  return sql<
    {
      id: string
      reason: 'share' | 'refused'
      /** Empty for one that was drawn. */
      matches: SampleMatch[]
      reference: string
      title: string
      date: Day | null
      organisation: string
      chosen: string
    }[]
  >`
    select a.id, a.reference, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date, o.name as organisation,
      s.reason, s.matches, s.chosen_at as chosen
    from application_samples as s
    join applications as a on a.id = s.application_id
    join organisations as o on o.id = a.organisation_id
    where s.looked_at is null
    order by ${order}
    limit ${limit}::int offset ${offset}::int`
}

function readQueueFilters(query: URLSearchParams): QueueFilters {
  const whose = query.get('whose')
  const status = queueStatuses.find((known) => known === query.get('status')) ?? 'submitted'
  return {
    status,
    sort: readSort(query.get('sort'), queueColumns, usualSort(status)),
    q: cleanText(query.get('q')),
    older: ages.find((days) => String(days) === query.get('older')) ?? null,
    whose: whose === 'mine' || whose === 'nobody' ? whose : 'all',
  }
}

export const getArrivals = read({
  permission: 'review',
  summary: 'How many applications and answers were received since a time',
  query: type({
    since: type('string.date.iso <= 40')
      .narrow((time, ctx) => isDay(time.slice(0, 10)) || refuse(ctx, 'Use a time in ISO 8601'))
      .configure({ sentence: 'Use a time in ISO 8601', format: 'date-time' }),
  }),
  answers: { 200: type({ applications: 'number.integer', answers: 'number.integer' }) },
  failures: {},
  run: async ({ query: { since }, services: { sql } }) => {
    const [counted] = await sql<{ applications: number; answers: number }[]>`
      select
        (select count(*) from applications where submitted_at > ${since}::timestamptz and status = 'submitted'
          and withdrawn_at is null) as applications,
        (select count(*) from application_remarks where kind = 'answered' and written_at > ${since}::timestamptz) as answers`
    return answer(counted)
  },
})

type ExportedApplication = {
  id: string
  reference: string
  status: string
  title: string
  date: string | null
  city: string | null
  category: string | null
  capacity: string | null
  organisationName: string
  companyNo: string | null
  contactName: string
  email: string
  phone: string
  companyCheck: CompanyCheck['state']
  assignedName: string | null
  submittedAt: string
  /** The time to the microsecond, for the next part. */
  position: string
}

const filter = 'string <= 100'

export const exportApplications = csvExport({
  permission: 'review',
  summary: 'Applications as a CSV file',
  description:
    'Takes the filters of the list in the admin area. Oldest first. Cells that a spreadsheet would run as formulas become plain text.',
  // Unknown values are no filter.
  query: type({ 'status?': filter, 'q?': filter, 'older?': filter, 'whose?': filter }).onUndeclaredKey('delete'),
  file: ({ filters, admin, sql, now }): CsvExport<ExportedApplication> => {
    const fitting = fits(sql, readQueueFilters(filters), { me: admin.id, now })
    return {
      of: 'applications',
      // Oldest first, after the last one.
      rows: ({ after, limit }) => sql<ExportedApplication[]>`
        select
          a.id, a.reference, a.status, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date,
          a.event_draft ->> 'city' as city, a.event_draft ->> 'category' as category, a.event_draft ->> 'capacity' as capacity,
          o.name as organisation_name, o.company_no, o.contact_name, o.email, o.phone, a.company_check ->> 'state' as company_check,
          p.name as assigned_name, a.submitted_at, a.submitted_at::text as position
        from applications a
        join organisations o on o.id = a.organisation_id
        left join people p on p.id = a.assigned_to
        where ${fitting}
          ${after === null ? sql`` : sql`and (a.submitted_at, a.id) > (${after.position}::timestamptz, ${after.id}::uuid)`}
        order by a.submitted_at, a.id
        limit ${limit}::int`,
      columns: [
        { heading: 'Reference', value: (row) => row.reference },
        { heading: 'Status', value: (row) => row.status },
        { heading: 'Submitted', value: (row) => row.submittedAt },
        { heading: 'Event', value: (row) => row.title },
        { heading: 'Date', value: (row) => row.date },
        { heading: 'City', value: (row) => row.city },
        { heading: 'Category', value: (row) => row.category },
        { heading: 'Capacity', value: (row) => row.capacity },
        { heading: 'Organisation', value: (row) => row.organisationName },
        { heading: 'Company number', value: (row) => row.companyNo },
        { heading: 'Company registry', value: (row) => row.companyCheck },
        { heading: 'Contact', value: (row) => row.contactName },
        { heading: 'Email', value: (row) => row.email },
        { heading: 'Phone', value: (row) => row.phone },
        { heading: 'Looked after by', value: (row) => row.assignedName },
      ],
    }
  },
})

export type QueueData = PageData<typeof queue>
