import type { CamelSql } from '#database/camel.ts'
import { byPerson } from '#database/record-change.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { tokenHash } from '#mail/link-token.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { purgeFile } from '../files/server/purge-file.ts'
import { listEvidence } from '../files/server/queries.ts'
import { assessmentHref, beginningOf, panelHref, queueHref, readPlace, usualVoteSort, voteColumns } from './queue.ts'
import { caseParams, noticeAnswerSchema, purgeSchema } from './schema.ts'
import { meetCondition } from './server/conditions.ts'
import { closeNotice, decideProposal, proposeOutcome } from './server/decide.ts'
import { askForMore, judgeEvidence, saveVerdictForm } from './server/judge-criterion.ts'
import { type CaseData, loadCase } from './server/load-case.ts'
import { assignCase, declareInterest } from './server/look-after.ts'
import { fillPanelSeat, referToPanel, votePanel } from './server/panel.ts'
import { addStep, lockApplicationOf } from './server/queries.ts'
import { countQueued, countVotesWanted, findNextQueued, listQueued, listVotesWanted } from './server/queue.ts'
import { overtaken, toCase, workOnCase } from './server/work-on-case.ts'

const pageSize = 50

/** The queue of assessments; an address that names an assessment as `next` leads to the one after it. */
export const assessments = page('assessments', {
  load: async ({ query, visitor, sql, now }) => {
    const place = readPlace(query)
    const { view, sort } = place
    const viewer = { personId: (await visitor.admin())!.id, now, today: londonDay(new Date(now)) }
    const before = query.get('next')
    if (before !== null) {
      const [next] = isUuid(before) ? await findNextQueued(sql, { ...viewer, view, sort, id: before }) : []
      return redirect(next ? assessmentHref(next.id, place) : queueHref(place))
    }
    const [rows, [counts]] = await Promise.all([
      listQueued(sql, { ...viewer, view, sort, ...rowsOf(place.page, pageSize) }),
      countQueued(sql, viewer),
    ])
    return {
      place,
      counts: counts!,
      cases: rows.slice(0, pageSize),
      pages: listPages({
        page: place.page,
        pageSize,
        fetched: rows.length,
        counted: counts![view],
        hrefOf: (number) => queueHref({ ...place, page: number ?? 1 }),
      }),
      madeAt: now,
    }
  },
})

/** Deletes what a file of the case holds, permanently and at once: what should never have been sent. The store is asked outside of a transaction. */
const purgeEvidence = outsideCommand({
  permission: 'assess',
  params: caseParams,
  schema: purgeSchema,
  leadsTo: toCase('purged'),
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

async function readCase(
  { query, visitor, services }: Pick<PageRequest, 'query' | 'visitor' | 'services'>,
  id: string,
  as: 'assessor' | 'panel',
): Promise<CaseData> {
  const place = as === 'panel' ? beginningOf('panel') : readPlace(query)
  const admin = (await visitor.admin())!
  return await loadCase(services, { id, admin, place, as, withOfficers: query.has('officers') })
}

/** The page of one assessment. */
export const assessment = page('assessment', {
  commands: {
    verdict: saveVerdictForm,
    evidence: judgeEvidence,
    assign: assignCase,
    interest: { ...declareInterest, leadsTo: toCase('declared') },
    propose: proposeOutcome,
    decide: decideProposal,
    ask: askForMore,
    refer: referToPanel,
    seat: fillPanelSeat,
    'close-notice': closeNotice,
    purge: purgeEvidence,
    'condition-met': meetCondition,
  },
  load: async ({ params, ...request }) => await readCase(request, params.id, 'assessor'),
  status: statusOf,
})

/** A case as a member of its panel sees it. */
export const panelCase = page('panelCase', {
  commands: { interest: declareInterest, vote: votePanel },
  load: async ({ params, ...request }) => await readCase(request, params.id, 'panel'),
  status: statusOf,
})

/** The panels that wait for the vote of the person who looks. */
export const panel = page('panel', {
  load: async ({ query, visitor, sql, now }) => {
    const { id: personId } = (await visitor.admin())!
    const sort = readSort(query.get('sort'), voteColumns, usualVoteSort)
    const number = readPageNumber(query.get('page'))
    const [rows, [counted]] = await Promise.all([
      listVotesWanted(sql, { personId, sort, ...rowsOf(number, pageSize) }),
      countVotesWanted(sql, { personId, limit: countLimit + 1 }),
    ])
    return {
      votes: rows.slice(0, pageSize),
      sort,
      pages: listPages({
        page: number,
        pageSize,
        fetched: rows.length,
        counted: counted!.votes,
        hrefOf: (number) => panelHref(sort, number),
      }),
      madeAt: now,
    }
  },
})

type NoticeRow = {
  assessmentId: string
  answerUntil: Instant | null
  answeredAt: Instant | null
  reference: string
  title: string
  reason: string
  /** The case still waits on this very notice. */
  isCurrent: boolean
}

/** The notice of refusal that a link names, and whether it can be answered; null where there is none. */
async function readNotice(sql: CamelSql, token: string | undefined, now: Instant) {
  const hash = tokenHash(token)
  const [notice] = hash
    ? await sql<NoticeRow[]>`
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

/** Takes the applicant's answer, once: it is on the record, and the case comes back to the queue. */
const sendAnswer = command({
  permission: 'anyone',
  params: { token: (token) => tokenHash(token) !== null },
  schema: noticeAnswerSchema,
  run: async ({ params: { token }, input: { answer: reason }, sql, now }) => {
    const notice = await readNotice(sql, token, now)
    if (notice?.state !== 'open') return noAnswerTaken
    const id = notice.assessmentId
    await lockApplicationOf(sql, { id })
    // Read again behind the lock: of two answers at once, and of an answer and a decision, one is first.
    if ((await readNotice(sql, token, now))?.state !== 'open') return noAnswerTaken
    const nobody = { byId: null, byName: '', outcome: null, isSafety: false, conditions: [], about: null }
    await addStep(sql, id, { ...nobody, step: 'answered', reason }, now)
    await sql`update assessments set answered_at = ${now}::timestamptz where id = ${id}::uuid`
    return did({ answer: token })
  },
  leadsTo: (token) => href('refusalAnswer', { token }),
})

/** The page of a notice's link, with what was typed, also where the link takes it no more. Looking uses nothing up, because mail scanners follow links; the answer does. */
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
