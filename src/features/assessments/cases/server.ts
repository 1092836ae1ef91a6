import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { CamelSql } from '#database/camel.ts'
import { byPerson } from '#database/record-change.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { listHolders } from '#features/register/server/has-conflict.ts'
import { tokenHash } from '#mail/link-token.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { saysOfListChange } from '#wire/list-change.ts'
import { readList, readSort, sortText } from '#wire/list-pages.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { purgeFile } from '../files/server/purge-file.ts'
import { listEvidence } from '../files/server/queries.ts'
import { assessmentHref, beginningOf, caseColumns, panelHref, queueHref, readPlace, usualVoteSort } from './queue.ts'
import { noticeAnswerLimit } from './rules.ts'
import { meetCondition } from './server/conditions.ts'
import { closeNotice, decideProposal, proposeOutcome, withdrawProposal } from './server/decide.ts'
import { acceptCriterion, askForMore, bringDocument, judgeEvidence, saveVerdictForm } from './server/judge-criterion.ts'
import { type CaseData, loadCase } from './server/load-case.ts'
import { assignCase, declareInterest, handOverCases, undoHandOver } from './server/look-after.ts'
import { fillPanelSeat, referToPanel, votePanel } from './server/panel.ts'
import { addStep, lockApplicationOf } from './server/queries.ts'
import {
  countFound,
  countQueued,
  findNextQueued,
  listQueued,
  listVotesWanted,
  type QueuedRow,
  votesWanted,
} from './server/queue.ts'
import { ofCase, overtaken, withDone, workOnCase } from './server/work-on-case.ts'

/** The queue of assessments; an address that names an assessment as `next` leads to the one after it. */
export const assessments = page('assessments', {
  commands: { handOver: handOverCases, undo: undoHandOver },
  load: async ({ query, visitor, sql, now, refused, typed }) => {
    const place = readPlace(query)
    const { view, sort, q, whose } = place
    const viewer = { personId: (await visitor.admin())!.id, now, today: londonDay(new Date(now)) }
    const before = query.get('next')
    if (before !== null) {
      const [next] = isUuid(before) ? await findNextQueued(sql, { ...viewer, view, sort, q, whose, id: before }) : []
      return redirect(next ? assessmentHref(next.id, place) : queueHref(place))
    }
    const counted = countQueued(sql, viewer)
    const found = { ...viewer, view, sort, q, whose }
    let listed: ReturnType<typeof listQueued> | undefined
    const { rows, pages } = await readList({
      query,
      rows: (part) => (listed = listQueued(sql, { ...found, ...part })),
      count: async (limit) => {
        if (!q && !whose) return [{ count: (await counted)[0]![view] }]
        const [first] = (await listed) ?? []
        return first ? [{ count: first.found }] : await countFound(sql, { ...found, limit })
      },
      hrefOf: (page) => queueHref({ ...place, page: page ?? 1 }),
    })
    const [[counts], assessors] = await Promise.all([counted, listHolders(sql, 'assess')])
    return {
      place,
      counts: counts!,
      cases: rows.map(({ found: _, ...row }) => row),
      pages,
      assessors,
      /** With what was chosen where handing over was refused. */
      says: refused
        ? { tone: 'danger' as const, title: 'Nothing was handed over', text: refused.fields?.[0]?.message ?? '' }
        : saysOfListChange(query, ['assessment', 'assessments']),
      chosen: refused ? (typed.assessments ?? '').split(',') : [],
      exportHref: apiPath('exportAssessments', {}, { view, q, whose, sort: sortText(sort, beginningOf(view).sort) }),
      madeAt: now,
    }
  },
})

const filter = 'string <= 100'

export const exportAssessments = csvExport({
  permission: 'assess',
  summary: 'Assessments as a CSV file',
  description:
    'Takes the view and the filters of the list in the admin area, in the order of the list. Cells that a spreadsheet would run as formulas become plain text.',
  // Unknown values are no filter.
  query: type({ 'view?': filter, 'q?': filter, 'whose?': filter, 'sort?': filter }).onUndeclaredKey('delete'),
  file: ({ filters, admin, sql, now, today }): CsvExport<QueuedRow> => {
    const { page: _, ...place } = readPlace(filters)
    const viewer = { personId: admin.id, now: now.toISOString(), today }
    return {
      of: 'assessments',
      rows: ({ limit, offset }) => listQueued(sql, { ...viewer, ...place, limit, offset }),
      columns: [
        { heading: 'Reference', value: (row) => row.reference },
        { heading: 'Event', value: (row) => row.title },
        { heading: 'Event date', value: (row) => row.date },
        { heading: 'Organisation', value: (row) => row.organisationName },
        { heading: 'Kind', value: (row) => row.kind },
        { heading: 'Stage', value: (row) => row.status },
        { heading: 'Outcome', value: (row) => row.outcome },
        { heading: 'Looked after by', value: (row) => row.assignedName },
        { heading: 'Criteria received', value: (row) => row.received },
        { heading: 'More needed', value: (row) => row.moreNeeded },
        { heading: 'Judged', value: (row) => row.judged },
        { heading: 'Since', value: (row) => row.since },
      ],
    }
  },
})

const purgeEvidence = outsideCommand({
  ...ofCase,
  schema: type({ file: 'string.uuid' }),
  run: async ({ params: { id }, input: { file: fileId }, write, admin, now, services }) => {
    const during = ['open', 'proposed', 'panel', 'notice', 'decided'] as const
    let isOfCase = false
    const checked = await write(
      async (sql) =>
        await workOnCase({ sql, now, admin, services }, { id, during }, async ({ found }) => {
          const files = await listEvidence(sql.raw, { applicationId: found.applicationId })
          isOfCase = files.some((file) => file.id === fileId)
          return isOfCase ? did() : overtaken
        }),
    )
    if (!isOfCase) return checked
    return (await purgeFile(services, { fileId, by: byPerson(admin) })) ? did() : overtaken
  },
  done: { purged: 'The file was permanently deleted' },
})

const statusOf = ({ kind }: CaseData) => ({ found: null, unknown: 404, conflicted: 403 })[kind]

export const assessment = page('assessment', {
  commands: {
    verdict: saveVerdictForm,
    evidence: judgeEvidence,
    assign: assignCase,
    accept: acceptCriterion,
    interest: {
      ...declareInterest,
      /** The first criterion to judge, in a case that is open. */
      leadsTo: (first: string | null, { params, query }: FormRequest) =>
        withDone(assessmentHref(params.id!, readPlace(query), first), 'declared'),
    },
    propose: proposeOutcome,
    withdraw: withdrawProposal,
    decide: decideProposal,
    ask: askForMore,
    refer: referToPanel,
    seat: fillPanelSeat,
    'close-notice': closeNotice,
    purge: purgeEvidence,
    bring: bringDocument,
    'condition-met': meetCondition,
  },
  load: (request) => loadCase(request, 'assessor'),
  status: statusOf,
})

export const panelCase = page('panelCase', {
  commands: { interest: declareInterest, vote: votePanel },
  load: (request) => loadCase(request, 'panel'),
  status: statusOf,
})

export const panel = page('panel', {
  load: async ({ query, visitor, sql, now }) => {
    const { id: personId } = (await visitor.admin())!
    const sort = readSort(query.get('sort'), caseColumns, usualVoteSort)
    const { rows: votes, pages } = await readList({
      query,
      rows: (part) => listVotesWanted(sql, { personId, sort, ...part }),
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from ${votesWanted(sql, personId)} limit ${limit}::int) as found`,
      hrefOf: (page) => panelHref(sort, page),
    })
    return { votes, sort, pages, madeAt: now }
  },
})

async function readNotice(sql: CamelSql, token: string | undefined, now: Instant) {
  const hash = tokenHash(token)
  const [notice] = hash
    ? await sql<
        {
          assessmentId: string
          answerUntil: Instant | null
          answeredAt: Instant | null
          reference: string
          title: string
          reason: string
          /** No later notice has replaced it. */
          isCurrent: boolean
        }[]
      >`
        select n.assessment_id, c.answer_until, c.answered_at, a.reference, a.event_draft ->> 'title' as title, s.reason,
          c.status = 'notice' and not exists (
            select from assessment_steps as l where l.assessment_id = n.assessment_id and l.step = 'noticed' and l.id > n.step_id
          ) as is_current
        from assessment_notices as n
        join assessments as c on c.id = n.assessment_id
        join applications as a on a.id = c.application_id
        join assessment_steps as s on s.id = n.step_id
        where n.token_hash = decode(${hash}::text, 'hex')`
    : []
  if (!notice) return null
  const { isCurrent, answeredAt, answerUntil } = notice
  if (isCurrent && answeredAt) return { ...notice, state: 'answered' as const }
  const isOver = !isCurrent || Date.parse(answerUntil!) <= Date.parse(now)
  return { ...notice, state: isOver ? ('over' as const) : ('open' as const) }
}

const noAnswerTaken = failure('conflict', 'This link takes no answer any more.')

const sendAnswer = command({
  permission: 'anyone',
  params: { token: (token) => tokenHash(token) !== null },
  schema: type({ answer: paragraphs(noticeAnswerLimit, 'Write your answer') }),
  run: async ({ params: { token }, input: { answer: reason }, sql, now }) => {
    const notice = await readNotice(sql, token, now)
    if (notice?.state !== 'open') return noAnswerTaken
    const id = notice.assessmentId
    await lockApplicationOf(sql, { id })
    // Another answer or a decision may have been first.
    if ((await readNotice(sql, token, now))?.state !== 'open') return noAnswerTaken
    const nobody = { byId: null, byName: '', outcome: null, isSafety: false, conditions: [], about: null }
    await addStep(sql, id, { ...nobody, step: 'answered', reason }, now)
    await sql`update assessments set answered_at = ${now}::timestamptz where id = ${id}::uuid`
    return did({ answer: token })
  },
  leadsTo: (token) => href('refusalAnswer', { token }),
})

/** Opening the link does not use it up, because mail scanners follow links. What was typed is shown even where it is no longer taken. */
export const refusalAnswer = page('refusalAnswer', {
  commands: { send: sendAnswer },
  load: async ({ params: { token }, sql, now, typed: { answer = '' } }) => {
    const notice = await readNotice(sql, token, now)
    if (!notice) return { kind: 'unknown' as const }
    const { reference, title, reason, answerUntil: until } = notice
    const unsent = answer.trim()
    if (notice.state === 'over') return { kind: 'over' as const, reference, unsent }
    if (notice.state === 'answered') return { kind: 'answered' as const, reference, title, unsent }
    return { kind: 'open' as const, token, reference, title, reason, until: until!, answer }
  },
  status: (data) => {
    if (data.kind === 'unknown') return 404
    if (data.kind === 'over') return 410
    return data.kind === 'answered' ? (data.unsent ? 409 : 200) : null
  },
})
