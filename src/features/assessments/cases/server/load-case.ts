import { camel } from '#database/camel.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Admin } from '#domain/permissions.ts'
import { showsMoney } from '#features/applications/case/open-case.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { reasonTexts } from '#features/assessments/criteria/server/queries.ts'
import { conditionDocuments } from '#features/assessments/evidence/rules.ts'
import { mailedCriterion } from '#features/assessments/files/rules.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { listHolders } from '#features/register/server/has-conflict.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { currentDocuments, judgedCriteria } from '../judged-criteria.ts'
import { beginningOf, readPlace } from '../queue.ts'
import { hasDeclared, lastStep, originOf, type StepRow } from '../rules.ts'
import { type PanelSeat, panelCandidates, panelOf } from './panel.ts'
import { type CaseRow, findCase, listFindings, listSteps } from './queries.ts'
import { listReaders } from './readers.ts'
import type { CaseWork } from './work-on-case.ts'

/** What the page offers. */
const pageReasons = ['more-needed', 'not-met', 'condition', 'not-applicable', 'refuse'] as const

type Viewer = 'assessor' | 'panel'

export type CaseData = Awaited<ReturnType<typeof loadCase>>
export type FoundCase = Extract<CaseData, { kind: 'found' }>
export type CaseCriterion = FoundCase['criteria'][number]

export async function loadCase(
  {
    params: { id },
    query,
    visitor,
    services,
  }: Pick<PageRequest, 'query' | 'visitor' | 'services'> & { params: { id: string } },
  as: Viewer,
) {
  const { sql, now, env, companies } = services
  const pool = camel(sql)
  const admin = (await visitor.admin())!
  const [found] = isUuid(id) ? await findCase(pool, { id }) : []
  if (!found) return { kind: 'unknown' as const }
  const {
    criteria: published,
    eventDraft: event,
    organisationId,
    applicationStatus,
    isWithdrawn,
    assignedTo,
    assignedName,
    email: _,
    contactName: __,
    ...shown
  } = found
  const { applicationId, reference } = shown
  const allSteps = await listSteps(pool, { id })
  const decisions = (await readOpenDecisions(sql, { applicationId, personId: admin.id }, now()))!
  const { open } = decisions
  if (open.assess === 'conflict') return { kind: 'conflicted' as const, reference }
  const seats = await panelOf(pool, allSteps)
  if (as === 'panel' && seats.every(({ personId }) => personId !== admin.id)) return { kind: 'unknown' as const }
  const { steps, panel } = withoutOthersVotes(found, allSteps, seats, admin)
  const [[organisation], findings, files, senders, conditions, assessors, candidates, others, reasons] =
    await Promise.all([
      findOrganisation(sql, { id: organisationId }),
      listFindings(pool, { id }),
      listEvidence(sql, { applicationId }),
      pool<{ id: string; sender: string }[]>`
      select f.id, coalesce(nullif(m.from_name, ''), m.from_email) as sender
      from evidence_files as f join incoming_mails as m on m.id = f.mail_id
      where f.application_id = ${applicationId}::uuid`,
      pool<{ id: string; text: string; dueOn: Day; metAt: Instant | null; metByName: string }[]>`
      select id, text, due_on, met_at, met_by_name from assessment_conditions
      where assessment_id = ${id}::uuid order by due_on, text, id`,
      listHolders(pool, 'assess', applicationId),
      panelCandidates({ sql: pool, found, steps: allSteps, admin }),
      as === 'assessor' ? listReaders(pool, { id, personId: admin.id, now: now().toISOString() }) : [],
      Promise.all(pageReasons.map(async (kind) => [kind, await reasonTexts(sql, { kind })] as const)),
    ])
  const at = now()
  const today = londonDay(at)
  const hasFourEyes = env.reviewFourEyes
  const criteria = judgedCriteria(published, event, findings).map(({ rules: _, ...criterion }) => {
    const own = files.filter(({ criterionId }) => criterionId === criterion.id)
    const current = currentDocuments(own, today)
    return { ...criterion, files: own.map((file) => ({ ...file, isCurrent: current.includes(file) })) }
  })
  const eligibility: ApplicationStatus | 'withdrawn' = isWithdrawn ? 'withdrawn' : applicationStatus
  return {
    ...shown,
    kind: 'found' as const,
    showsMoney: showsMoney(admin, decisions),
    /** The page of the queue that led here. */
    place: as === 'panel' ? beginningOf('panel') : readPlace(query),
    title: event.title,
    eligibility,
    assigned: assignedTo ? { id: assignedTo, name: assignedName ?? '' } : null,
    organisation: organisation!,
    event,
    criteria,
    /** The criterion that is shown; null for the case as a whole. */
    criterionId: criteria.find(({ id }) => id === query.get('criterion'))?.id ?? null,
    /** Who else has it open now. */
    others: others.map(({ name }) => name),
    steps,
    conditions: conditions.map((condition) => ({
      ...condition,
      files: files.filter(({ criterionId }) => criterionId === conditionDocuments(condition.id)),
    })),
    /** Documents that came with an email, for no criterion. */
    mailed:
      as === 'assessor'
        ? files
            .filter(({ criterionId }) => criterionId === mailedCriterion)
            .map((file) => ({ ...file, sender: senders.find(({ id }) => id === file.id)?.sender ?? '' }))
        : [],
    panel,
    me: { id: admin.id, name: admin.name },
    /** The registry is asked now, and its names are kept nowhere. */
    officers: query.has('officers') ? await officersOf(companies, env, organisation!.companyNo) : null,
    /** For the page alone: each command checks it again. */
    may: mayDo({ isBarred: open.assess !== null, found, steps, panel, admin, as, at: at.toISOString(), hasFourEyes }),
    hasFourEyes,
    assessors,
    candidates,
    reasons: Object.fromEntries(reasons.map(([kind, texts]) => [kind, texts.map(({ text }) => text)])) as Record<
      (typeof pageReasons)[number],
      string[]
    >,
    today,
  }
}

async function officersOf(companies: Services['companies'], env: Services['env'], companyNo: string | null) {
  if (!companyNo) return { kind: 'no-number' as const }
  const found = await companies.officers(companyNo)
  if (found.kind !== 'found')
    return { kind: found.kind === 'unknown' ? ('unknown' as const) : ('unavailable' as const) }
  const { officers, isWhole } = found
  const names = officers.map(({ name }) => name)
  return { kind: 'found' as const, names, isWhole, isInvented: env.sandbox.has('companies') }
}

/** Nobody sees the votes of others before their own. */
function withoutOthersVotes({ status }: CaseRow, steps: StepRow[], panel: PanelSeat[], { id }: Admin) {
  const isVoting = status === 'panel' && panel.some(({ personId, vote }) => personId === id && !vote)
  if (!isVoting) return { steps, panel }
  const referral = lastStep(steps, 'referred')!
  return {
    steps: steps.filter(({ step, about }) => step !== 'voted' || about !== referral.id),
    panel: panel.map((seat) => ({ ...seat, vote: null })),
  }
}

/** `isBarred`: its application was rejected or withdrawn. */
type Situation = Pick<CaseWork, 'found' | 'steps' | 'admin'> & {
  as: Viewer
  isBarred: boolean
  panel: PanelSeat[]
  at: Instant
  hasFourEyes: boolean
}

/** What the viewer can do in it now; each command checks it again. */
function mayDo({ isBarred, found, steps, panel, admin, as, at, hasFourEyes }: Situation) {
  const { status } = found
  const isAssessor = as === 'assessor'
  const mayAssess = isAssessor && !isBarred
  const isOwn = (step: StepRow | undefined) => hasFourEyes && step?.step === 'proposed' && step.byId === admin.id
  const isNoticeOver = found.answeredAt !== null || (found.answerUntil ?? at) <= at
  const isVoting = panel.some(({ personId, vote }) => personId === admin.id && !vote)
  const may = {
    judge: isAssessor && status === 'open',
    propose: mayAssess && status === 'open',
    withdraw: isAssessor && status === 'proposed' && lastStep(steps, 'proposed')?.byId === admin.id,
    decide: mayAssess && status === 'proposed' && !isOwn(lastStep(steps, 'proposed')),
    closeNotice:
      mayAssess && status === 'notice' && isNoticeOver && !isOwn(originOf(steps, lastStep(steps, 'noticed'))),
    refer: mayAssess && (status === 'open' || status === 'proposed'),
    vote: !isBarred && !isAssessor && status === 'panel' && isVoting,
  }
  const isWanted = may.judge || may.propose || may.decide || may.closeNotice || may.refer || may.vote
  /** `declare`: whether they have a conflict of interest. */
  return { ...may, declare: isWanted && !hasDeclared(steps, admin.id) }
}

export type CaseProgress = NonNullable<Awaited<ReturnType<typeof readCaseProgress>>>

/** How far an assessment is, and what the viewer can do in it now; null for an unknown one. Counts are of criteria. */
export async function readCaseProgress(
  { sql, now, env }: Pick<Services, 'sql' | 'now' | 'env'>,
  { id, admin }: { id: string; admin: Admin },
) {
  const pool = camel(sql)
  const today = londonDay(now())
  const [[found], findings, steps, [conditions]] = await Promise.all([
    findCase(pool, { id }),
    listFindings(pool, { id }),
    listSteps(pool, { id }),
    pool<{ overdue: number }[]>`
      select count(*)::int as overdue from assessment_conditions
      where assessment_id = ${id}::uuid and met_at is null and due_on < ${today}::date`,
  ])
  if (!found) return null
  const [panel, decisions] = await Promise.all([
    panelOf(pool, steps),
    readOpenDecisions(sql, { applicationId: found.applicationId, personId: admin.id }, now()),
  ])
  const criteria = judgedCriteria(found.criteria, found.eventDraft, findings)
  const must = criteria.filter(({ level }) => level === 'must')
  const { status, outcome, assignedName } = found
  const isBarred = decisions!.open.assess !== null
  const viewed = { isBarred, found, steps, panel, admin, at: now().toISOString(), hasFourEyes: env.reviewFourEyes }
  const { decide, closeNotice } = mayDo({ ...viewed, as: 'assessor' })
  return {
    id,
    status,
    outcome,
    assignedName,
    may: { decide, closeNotice },
    isVoting: mayDo({ ...viewed, as: 'panel' }).vote,
    proposedBy: lastStep(steps, 'proposed')?.byName ?? '',
    wanted: must.length,
    received: must.filter(({ found: { state } }) => state !== 'wanted' && state !== 'more-needed').length,
    accepted: must.filter(({ found: { state } }) => state === 'accepted').length,
    toRead: criteria.filter(({ found: { state } }) => state === 'received').length,
    unjudged: criteria.filter(({ found: { verdict } }) => verdict === null).length,
    overdue: conditions!.overdue,
  }
}
