import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { listHolders } from '#features/register/server/has-conflict.ts'
import { command, did, wrong } from '#page/command.ts'
import { chosenRows, keepListChange, type RowsBefore, takeListChange } from '#page/list-change.ts'
import { notFound, page } from '#page/page.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { failure } from '#wire/failure.ts'
import { saysOfListChange } from '#wire/list-change.ts'
import { readList, readPageNumber, readSort } from '#wire/list-pages.ts'
import { assignForm, messageForm } from './form.ts'
import { replyMail } from './mails.ts'
import {
  isSubmissionKind,
  isSubmissionState,
  type SubmissionKind,
  type SubmissionState,
  submissionKinds,
  submissionStates,
  submissionsHref,
  usualSort,
} from './rules.ts'

type Filters = {
  kind: SubmissionKind
  state: SubmissionState | null
  q: string
  /** Of enquiries: a person, `nobody`, or null for all. */
  assignedTo: string | null
}

function fits(sql: CamelSql, { kind, state, q, assignedTo }: Filters) {
  const assigned = assignedTo === 'nobody' ? sql`is null` : sql`= ${assignedTo}::text`
  return sql`kind = ${kind}::text
    ${state === null ? sql`` : sql`and state = ${state}::text`}
    ${q === '' ? sql`` : sql`and fold(words) like (select containing(${q}::text))`}
    ${assignedTo === null ? sql`` : sql`and id in (select id from contact_enquiries where assigned_to ${assigned})`}`
}

function readPlace(query: URLSearchParams) {
  const state = query.get('state')
  const filters = {
    q: cleanText(query.get('q')),
    state: isSubmissionState(state) ? state : null,
    whose: (['mine', 'nobody'] as const).find((known) => known === query.get('whose')) ?? null,
  }
  return { filters, sort: readSort(query.get('sort'), ['arrived'], usualSort) }
}

const ofList = { permission: 'correspondence', params: { kind: isSubmissionKind } } as const

/** Back to the list as it was. */
function toList(outcome: Record<string, string | number | null>, { params, query }: FormRequest): string {
  const { filters, sort } = readPlace(query)
  return submissionsHref(params.kind as SubmissionKind, filters, sort, readPageNumber(query.get('page')), outcome)
}

/** Sorted, so that two people who do this at once wait for each other. */
const markSeveral = command({
  ...ofList,
  schema: type({
    submissions: chosenRows('Choose what to mark'),
    mark: type.enumerated(...submissionStates).configure({ sentence: 'Choose how to mark them' }),
  }),
  run: async ({ params: { kind }, input, ...given }) => {
    const { sql, admin, now } = given
    const after = input.mark
    const before: RowsBefore = {}
    for (const id of [...new Set(input.submissions)].toSorted()) {
      const was = await setState(sql, { kind, id, state: after, who: admin.name, now })
      if (was !== null && was !== after) before[id] = was
    }
    const undo = await keepListChange(given, { list: kind, before, after })
    return did({
      answer: { marked: Object.keys(before).length, undo },
      audit: Object.entries(before).map(([id, state]) => markedLine(kind, id, state, after)),
    })
  },
  leadsTo: toList,
})

/** Those that somebody has marked otherwise since are left alone. */
const undo = command({
  ...ofList,
  schema: type({ change: "string = ''" }),
  run: async ({ params: { kind }, input: { change: id }, ...given }) => {
    const { sql, admin, now } = given
    const change = await takeListChange(given, { id, list: kind })
    const audit: ReturnType<typeof markedLine>[] = []
    for (const [id, state] of Object.entries(change?.before ?? {})) {
      const [row] = await sql<{ state: SubmissionState }[]>`
        select state from submissions where kind = ${kind}::text and id = ${id}::uuid`
      if (!isSubmissionState(state) || row?.state !== change!.after) continue
      await setState(sql, { kind, id, state, who: admin.name, now })
      audit.push(markedLine(kind, id, row.state, state))
    }
    return did({ answer: { undone: audit.length }, audit })
  },
  leadsTo: toList,
})

const markedLine = (kind: string, id: string, before: string | null, after: string) => ({
  subject: { kind: 'submission', id },
  action: 'marked',
  before: { state: before },
  after: { state: after, kind },
})

export const submissions = page('submissions', {
  commands: { markSeveral, undo },
  load: async ({ params: { kind }, query, visitor, sql, refused, typed }) => {
    if (!isSubmissionKind(kind)) return notFound()
    const { filters, sort } = readPlace(query)
    const me = (await visitor.admin())?.id ?? 'nobody'
    const assignedTo = kind !== 'enquiries' || !filters.whose ? null : filters.whose === 'mine' ? me : 'nobody'
    const asked = { ...filters, kind, assignedTo }
    const [{ rows: submissions, pages }, counts] = await Promise.all([
      readList({
        query,
        pageSize: 30,
        rows: ({ limit, offset }) => sql<
          {
            id: string
            name: string
            email: string
            organisation: string
            about: string
            state: SubmissionState
            handledByName: string | null
            assignedName: string | null
            arrivedAt: Instant
          }[]
        >`
          select id, name, email, organisation, about, state, handled_by_name, arrived_at,
            (select p.name from contact_enquiries e join people p on p.id = e.assigned_to where e.id = submissions.id)
              as assigned_name
          from submissions
          where ${fits(sql, asked)}
          ${sort.descending ? sql`order by arrived_at desc, id desc` : sql`order by arrived_at, id`}
          limit ${limit}::int offset ${offset}::int`,
        count: (limit) => sql<{ count: number }[]>`
          select count(*)::int as count from (select from submissions where ${fits(sql, asked)} limit ${limit}::int) as found`,
        hrefOf: (page) => submissionsHref(kind, filters, sort, page),
      }),
      sql<{ kind: SubmissionKind; submissions: number }[]>`
        select kind, count(*) as submissions from submissions where state = 'new' group by kind`,
    ])
    return {
      kind,
      filters,
      fresh: Object.fromEntries(
        submissionKinds.map((known) => [known, counts.find((row) => row.kind === known)?.submissions ?? 0]),
      ) as Record<SubmissionKind, number>,
      sort,
      submissions,
      /** With what was chosen where nothing was marked. */
      says: refused
        ? { tone: 'danger' as const, title: 'Nothing was marked', text: refused.fields?.[0]?.message ?? '' }
        : saysOfListChange(query, ['item', 'items']),
      chosen: refused ? (typed.submissions ?? '').split(',') : [],
      exportHref: apiPath('exportCorrespondence', { kind }, { q: filters.q, state: filters.state }),
      pages,
    }
  },
})

type SubmissionRow = {
  id: string
  arrivedAt: Instant
  name: string
  email: string
  organisation: string
  phone: string
  /** JSON with what this kind alone has. */
  details: string
  state: SubmissionState
  handledByName: string | null
  handledAt: Instant | null
}

function detailsOf({ details }: SubmissionRow): Record<string, string> {
  return JSON.parse(details) as Record<string, string>
}

export const exportCorrespondence = csvExport({
  permission: 'correspondence',
  summary: 'Enquiries, leads, sign-ups or reservations as a CSV file',
  description:
    'Takes the filters of the list in the admin area. Cells that a spreadsheet would run as formulas become plain text.',
  params: type({ kind: type.enumerated(...submissionKinds) }),
  query: type({ 'q?': 'string <= 100', 'state?': type.enumerated(...submissionStates) }).onUndeclaredKey('delete'),
  file: async ({ params: { kind }, query, sql }): Promise<CsvExport<ExportedRow>> => {
    const asked = { kind, state: query.state ?? null, q: cleanText(query.q), assignedTo: null }
    const [first] = await listExported(sql, { ...asked, state: null, q: '', after: null, limit: 1 })
    return {
      of: kind,
      rows: ({ after, limit }) => listExported(sql, { ...asked, after, limit }),
      columns: [
        { heading: 'Arrived', value: (row) => row.arrivedAt },
        { heading: 'Name', value: (row) => row.name },
        { heading: 'Email', value: (row) => row.email },
        { heading: 'Organisation', value: (row) => row.organisation },
        { heading: 'Phone', value: (row) => row.phone },
        ...Object.keys(first ? detailsOf(first) : {}).map((term) => ({
          heading: term,
          value: (row: ExportedRow) => detailsOf(row)[term] ?? '',
        })),
        { heading: 'State', value: (row) => row.state },
        { heading: 'Handled by', value: (row) => row.handledByName },
        { heading: 'Handled at', value: (row) => row.handledAt },
      ],
    }
  },
})

type ExportedRow = SubmissionRow & { position: string }

/** Newest first. @param input.after the last row of the part before. */
const listExported = (
  sql: CamelSql,
  { after, limit, ...asked }: Filters & { after: { position: string; id: string } | null; limit: number },
) => sql<ExportedRow[]>`
  select id, arrived_at, name, email, organisation, phone, details, state, handled_by_name, handled_at,
    arrived_at::text as position
  from submissions
  where ${fits(sql, asked)}
    ${after === null ? sql`` : sql`and (arrived_at, id) < (${after.position}::timestamptz, ${after.id}::uuid)`}
  order by arrived_at desc, id desc
  limit ${limit}::int`

const unknown = failure('not-found', 'There is no such enquiry.')
const done = { saved: 'Saved', marked: 'The state was saved' }

const mark = command({
  permission: 'correspondence',
  params: { id: isUuid, kind: isSubmissionKind },
  schema: type({ state: "string = ''" }),
  run: async ({ params: { id, kind }, input: { state }, admin, sql, now }) => {
    const before = isSubmissionState(state) ? await setState(sql, { kind, id, state, who: admin.name, now }) : null
    if (before === null) return unknown
    return did({
      done: kind === 'enquiries' ? 'saved' : 'marked',
      audit: before === state ? [] : markedLine(kind, id, before, state),
    })
  },
  done,
})

/** Null where there is no such submission. */
async function setState(
  sql: CamelSql,
  { kind, id, state, who, now }: { kind: string; id: string; state: SubmissionState; who: string; now: Instant },
): Promise<SubmissionState | null> {
  const [before] = await sql<{ state: SubmissionState }[]>`
    select state from submissions where kind = ${kind}::text and id = ${id}::uuid`
  const [changed] = await sql<{ id: string }[]>`
    update ${tableOf(sql, kind)} set state = ${state}::text, handled_by_name = ${who}::text, handled_at = ${now}::timestamptz
    where id = ${id}::uuid and state <> ${state}::text
    returning id`
  return before ? (changed ? before.state : state) : null
}

function tableOf(sql: CamelSql, kind: string) {
  if (kind === 'leads') return sql`quick_apply_leads`
  if (kind === 'sign-ups') return sql`webinar_sign_ups`
  return kind === 'reservations' ? sql`boxing_reservations` : sql`contact_enquiries`
}

const enquiryParams = { id: isUuid, kind: (kind: string) => kind === 'enquiries' }

async function lockEnquiry(sql: CamelSql, id: string) {
  const [enquiry] = await sql<
    { email: string; state: SubmissionState; assignedTo: string | null; assignedName: string | null }[]
  >`
    select e.email, e.state, e.assigned_to, p.name as assigned_name
    from contact_enquiries e left join people p on p.id = e.assigned_to
    where e.id = ${id}::uuid
    for update of e`
  return enquiry
}

const assign = command({
  permission: 'correspondence',
  params: enquiryParams,
  form: assignForm,
  run: async ({ params: { id }, input, sql }) => {
    const person = input.person
      ? (await listHolders(sql, 'correspondence')).find((clerk) => clerk.id === input.person)
      : null
    if (person === undefined) return wrong({ person: 'Choose a person who deals with correspondence' })
    const enquiry = await lockEnquiry(sql, id)
    if (!enquiry) return unknown
    if (enquiry.assignedTo === (person?.id ?? null)) return did()
    await sql`update contact_enquiries set assigned_to = ${person?.id ?? null}::text where id = ${id}::uuid`
    const [before, after] = [{ assignedTo: enquiry.assignedName }, { assignedTo: person?.name ?? null }]
    return did({ audit: { subject: { kind: 'submission', id }, action: 'assigned', before, after } })
  },
  done,
})

const actions = { sent: 'answered', received: 'answer-noted', note: 'noted' } as const

/** A reply is emailed; an answer that came by other ways opens the enquiry again. The audit log holds no word of it. */
const write = command({
  permission: 'correspondence',
  params: enquiryParams,
  form: messageForm,
  run: async ({ params: { id }, input: { message, as }, admin, sql, now, services: { brand } }) => {
    const enquiry = await lockEnquiry(sql, id)
    if (!enquiry) return unknown
    // A second press is the same message.
    const [before] = await sql<{ id: number }[]>`
      select id from enquiry_messages
      where enquiry_id = ${id}::uuid and kind = ${as}::text and author_id = ${admin.id}::text and text = ${message}::text
        and written_at > ${now}::timestamptz - interval '1 minute'
      limit 1`
    if (before) return did()
    const [written] = await sql<{ id: number }[]>`
      insert into enquiry_messages (enquiry_id, kind, author_id, author_name, text, written_at)
      values (${id}::uuid, ${as}::text, ${admin.id}::text, ${admin.name}::text, ${message}::text, ${now}::timestamptz)
      returning id`
    const state = as === 'sent' ? 'in-hand' : as === 'received' ? 'new' : null
    if (state) await setState(sql, { kind: 'enquiries', id, state, who: admin.name, now })
    const changes = state && state !== enquiry.state && { before: { state: enquiry.state }, after: { state } }
    return did({
      audit: { subject: { kind: 'submission', id }, action: actions[as], ...(changes || {}) },
      mails: [as === 'sent' && replyMail(written!.id, enquiry.email, message, brand)],
    })
  },
  done,
})

export const submission = page('submission', {
  commands: { mark, assign, write },
  load: async ({ params: { kind, id }, sql }) => {
    if (!isSubmissionKind(kind) || !isUuid(id)) return notFound()
    const [row] = await sql<(SubmissionRow & { assignedTo: string | null })[]>`
      select id, arrived_at, name, email, organisation, phone, details, state, handled_by_name, handled_at,
        (select e.assigned_to from contact_enquiries e where e.id = submissions.id) as assigned_to
      from submissions
      where kind = ${kind}::text and id = ${id}::uuid`
    if (!row) return notFound()
    const { details: _, assignedTo, ...submission } = row
    return {
      kind,
      submission,
      details: Object.entries(detailsOf(row)).map(([term, details]) => ({ term, details })),
      /** Of enquiries alone. */
      thread:
        kind === 'enquiries'
          ? {
              messages: await sql<
                { id: number; kind: keyof typeof actions; authorName: string; text: string; writtenAt: Instant }[]
              >`
                select id, kind, author_name, text, written_at from enquiry_messages
                where enquiry_id = ${id}::uuid order by id`,
              clerks: await listHolders(sql, 'correspondence'),
              assignedTo,
            }
          : null,
    }
  },
})
