import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Admin } from '#domain/permissions.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { type ReasonKind, reasonKindNames } from '#features/assessments/criteria/reason-kinds.ts'
import { reasonTexts } from '#features/assessments/criteria/server/queries.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { judgedCriteria } from '../judged-criteria.ts'
import type { QueuePlace } from '../queue.ts'
import type { BenchData, FoundCase, May, ShownOfficers } from '../state.ts'
import { hasDeclared, lastStep, originOf } from '../steps.ts'
import { type CaseRow, findCase, listFindings } from './case-queries.ts'
import { panelCandidates } from './panel.ts'
import { type PanelSeat, panelOf } from './panel-of.ts'
import { listConditions, listSteps, listUnconflicted, type StepRow } from './step-queries.ts'
import { rolesWith } from './work-on-case.ts'

type Asked = {
  id: string
  admin: Admin
  place: QueuePlace
  /** The desk that they sit at: a member of a panel sees what was found, and votes. */
  as: 'assessor' | 'panel'
  /** They want to compare the names of the company's officers with their own: the registry is asked now. */
  withOfficers: boolean
}

/**
 * A case as one person sees it.
 *
 */
export async function loadCase(
  { sql, now, env, companies }: Pick<Services, 'sql' | 'now' | 'env' | 'companies'>,
  { id, admin, place, as, withOfficers }: Asked,
  { form = emptyForm, notice = null }: { form?: FormState; notice?: string | null } = {},
): Promise<BenchData> {
  const [found] = isUuid(id) ? await findCase(sql, { id }) : []
  if (!found) return { kind: 'not-found' }
  const allSteps = await listSteps(sql, { id })
  const asked = { applicationId: found.application_id, personId: admin.id }
  const { open } = (await readOpenDecisions(sql, asked, now()))!
  if (open.assess === 'conflict') return { kind: 'conflicted', reference: found.reference }
  const seats = await panelOf(sql, allSteps)
  // Of a panel, only its members see the case.
  if (as === 'panel' && seats.every(({ personId }) => personId !== admin.id)) return { kind: 'not-found' }
  const { steps, panel } = withoutOthersVotes(found, allSteps, seats, admin)
  const [[organisation], findings, files, conditions, assessors, candidates, reasons] = await Promise.all([
    findOrganisation(sql, { id: found.organisation_id }),
    listFindings(sql, { id }),
    listEvidence(sql, { applicationId: found.application_id }),
    listConditions(sql, { id }),
    listUnconflicted(sql, { id, roles: rolesWith('assess') }),
    panelCandidates(sql, { found, steps: allSteps, admin }),
    Promise.all(reasonKindNames.map(async (kind) => [kind, await reasonTexts(sql, { kind })] as const)),
  ])
  const at = now()
  const criteria = judgedCriteria(found.criteria, found.event_draft, findings).map(({ rules: _, ...criterion }) => ({
    ...criterion,
    files: files.filter(({ criterionId }) => criterionId === criterion.id),
  }))
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
  return {
    kind: 'found',
    id,
    place,
    applicationId: found.application_id,
    reference: found.reference,
    title: found.event_draft.title,
    eligibility: found.is_withdrawn ? 'withdrawn' : found.application_status,
    caseKind: found.kind,
    status: found.status,
    outcome: found.outcome,
    decidedBy: found.decided_by,
    score: found.score,
    openedAt: found.opened_at,
    decidedAt: found.decided_at,
    nextReviewOn: found.next_review_on,
    answerUntil: found.answer_until,
    answeredAt: found.answered_at,
    assigned: found.assigned_to ? { id: found.assigned_to, name: found.assigned_name ?? '' } : null,
    organisation: organisation!,
    event: found.event_draft,
    criteriaVersion: found.criteria_version,
    criteria,
    steps,
    conditions,
    panel,
    me: named(admin),
    officers: withOfficers ? await officersOf(companies, env, organisation!) : null,
    may: mayDo({
      isBarred: open.assess !== null,
      found,
      steps,
      panel,
      admin,
      as,
      at: at.toISOString(),
      hasFourEyes: env.reviewFourEyes,
    }),
    hasFourEyes: env.reviewFourEyes,
    assessors: assessors.map(named),
    candidates: candidates.map(named),
    reasons: Object.fromEntries(
      reasons.map(([kind, texts]) => [kind, texts.map(({ text }) => text)]),
    ) as FoundCase['reasons'] & Record<ReasonKind, string[]>,
    today: londonDay(at),
    notice,
    form,
  }
}

/** The names that the registry has of a company's officers; kept nowhere. */
async function officersOf(
  companies: Services['companies'],
  env: Services['env'],
  { companyNo }: Pick<FoundCase['organisation'], 'companyNo'>,
): Promise<ShownOfficers> {
  if (!companyNo) return { kind: 'no-number' }
  const found = await companies.officers(companyNo)
  if (found.kind !== 'found') return { kind: found.kind === 'unknown' ? 'unknown' : 'unavailable' }
  const { officers, isWhole } = found
  const names = officers.map(({ name }) => name)
  return { kind: 'found', names, isWhole, isInvented: env.sandbox.has('companies') }
}

/** Whoever still has to vote does not see how the others have. */
function withoutOthersVotes({ status }: CaseRow, steps: StepRow[], panel: PanelSeat[], { id }: Admin) {
  const isVoting = status === 'panel' && panel.some(({ personId, vote }) => personId === id && !vote)
  if (!isVoting) return { steps, panel }
  const referral = lastStep(steps, 'referred')!
  return {
    steps: steps.filter(({ step, about }) => step !== 'voted' || about !== referral.id),
    panel: panel.map((seat) => ({ ...seat, vote: null })),
  }
}

type Place = {
  /** Nothing is decided in it: its application was rejected or withdrawn. */
  isBarred: boolean
  found: CaseRow
  steps: StepRow[]
  panel: PanelSeat[]
  admin: Admin
  as: 'assessor' | 'panel'
  at: string
  hasFourEyes: boolean
}

function mayDo({ isBarred, found, steps, panel, admin, as, at, hasFourEyes }: Place): May {
  const { status } = found
  const isAssessor = as === 'assessor'
  const isOwn = (step: StepRow | undefined) => hasFourEyes && step?.step === 'proposed' && step.by_id === admin.id
  const isNoticeOver = found.answered_at !== null || (found.answer_until ?? at) <= at
  const may = {
    judge: isAssessor && status === 'open',
    propose: !isBarred && isAssessor && status === 'open',
    decide: !isBarred && isAssessor && status === 'proposed' && !isOwn(lastStep(steps, 'proposed')),
    closeNotice:
      !isBarred &&
      isAssessor &&
      status === 'notice' &&
      isNoticeOver &&
      !isOwn(originOf(steps, lastStep(steps, 'noticed'))),
    refer: !isBarred && isAssessor && (status === 'open' || status === 'proposed'),
    vote:
      !isBarred &&
      !isAssessor &&
      status === 'panel' &&
      panel.some(({ personId, vote }) => personId === admin.id && !vote),
  }
  const isWanted = may.propose || may.decide || may.closeNotice || may.refer || may.vote
  return { ...may, declare: isWanted && !hasDeclared(steps, admin.id) }
}
