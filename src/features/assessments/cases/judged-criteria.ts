import { type Criterion, type CriterionLevel, criteriaFor } from '../criteria/criterion.ts'
import { assessedEvent, type EvidenceState } from '../evidence/rules.ts'

/** What an assessor finds of a criterion. */
export const verdicts = {
  met: 'Met',
  'not-met': 'Not met',
  'met-with-condition': 'Met with a condition',
  'not-applicable': 'Not applicable',
} as const
export type Verdict = keyof typeof verdicts
export const verdictNames = Object.keys(verdicts) as Verdict[]

/** Most points of one criterion. */
export const maxScore = 4

/** What is known of one criterion of an assessment. Times are ISO 8601 in UTC. */
export type CriterionFinding = {
  criterion_id: string
  state: EvidenceState
  state_reason: string
  state_at: string
  told_at: string | null
  verdict: Verdict | null
  score: number | null
  /** For the applicant and the record. */
  reason: string
  /** Only assessors can see this. */
  note: string
  judged_by_name: string
  judged_at: string | null
  revision: number
}

export type JudgedCriterion = Criterion & { level: CriterionLevel; found: CriterionFinding }

/** The criteria that apply to an event, in their order, each with what is known of it. */
export function judgedCriteria(
  criteria: readonly Criterion[],
  event: Record<string, unknown>,
  findings: readonly CriterionFinding[],
): JudgedCriterion[] {
  return criteriaFor(criteria, assessedEvent(event)).map((criterion) => ({
    ...criterion,
    found: findings.find(({ criterion_id }) => criterion_id === criterion.id) ?? nothingKnown(criterion.id),
  }))
}

/** A criterion without a row: its evidence is wanted. */
function nothingKnown(criterionId: string): CriterionFinding {
  return {
    criterion_id: criterionId,
    state: 'wanted',
    state_reason: '',
    state_at: '',
    told_at: null,
    verdict: null,
    score: null,
    reason: '',
    note: '',
    judged_by_name: '',
    judged_at: null,
    revision: 0,
  }
}

/** Whether the evidence of a criterion is settled. That it does not apply is what its applicant says, until an assessor finds the same. */
function isSettled({ found: { state, verdict } }: JudgedCriterion): boolean {
  return state === 'accepted' || (state === 'not-applicable' && verdict === 'not-applicable')
}

/** Whether every criterion that must be met has its evidence accepted, or does not apply. */
export function isEvidenceComplete(criteria: readonly JudgedCriterion[]): boolean {
  const must = criteria.filter(({ level }) => level === 'must')
  return must.length > 0 && must.every(isSettled)
}

/** The criteria whose evidence is settled, of those that must be met or of all. */
export function settledCriteria(criteria: readonly JudgedCriterion[]): JudgedCriterion[] {
  return criteria.filter(isSettled)
}

/** Share of the points that could be had, in percent; null where nothing that applies was scored. */
export function scoreOf(criteria: readonly JudgedCriterion[]): number | null {
  const scored = criteria.filter(({ found: { verdict, score } }) => verdict !== 'not-applicable' && score !== null)
  if (scored.length === 0) return null
  const points = scored.reduce((sum, { found: { score } }) => sum + score!, 0)
  return Math.round((100 * points) / (maxScore * scored.length))
}
