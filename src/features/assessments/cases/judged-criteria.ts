import { type Basis, needsBasis, type RestsOn } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import {
  type Asked,
  type Criterion,
  type CriterionLevel,
  criteriaFor,
  wantsLastDay,
} from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, type EvidenceState } from '#features/assessments/evidence/rules.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'

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
  criterionId: string
  state: EvidenceState
  stateReason: string
  stateAt: string
  toldAt: string | null
  verdict: Verdict | null
  score: number | null
  /** For the applicant and the record. */
  reason: string
  /** Only assessors can see this. */
  note: string
  judgedByName: string
  judgedAt: string | null
  revision: number
  /** What it rests on, as it was recorded (`RestsOn`); null where nothing was, or an accepted document tells until the decision. */
  basis: Basis | null
  basisOn: string | null
  /** Public. */
  basisText: string
  /** Whether documents for it are accepted, and until when they are valid: `YYYY-MM-DD`, null where they have no last day. */
  hasDocument: boolean
  documentUntil: string | null
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
    found: findings.find(({ criterionId }) => criterionId === criterion.id) ?? nothingKnown(criterion.id),
  }))
}

/** A criterion without a row: its evidence is wanted. */
function nothingKnown(criterionId: string): CriterionFinding {
  return {
    criterionId,
    state: 'wanted',
    stateReason: '',
    stateAt: '',
    toldAt: null,
    verdict: null,
    score: null,
    reason: '',
    note: '',
    judgedByName: '',
    judgedAt: null,
    revision: 0,
    basis: null,
    basisOn: null,
    basisText: '',
    hasDocument: false,
    documentUntil: null,
  }
}

/**
 * On what a result that is met rests: on what was recorded, otherwise on an accepted document that is valid.
 *
 * @param today `YYYY-MM-DD` in London.
 */
export function restsOn({ group, expires, found }: Asked & Pick<JudgedCriterion, 'found'>, today: string): RestsOn {
  const { verdict, basis, basisOn, basisText, hasDocument: isThere, documentUntil: until } = found
  if (basis || !needsBasis(verdict)) return { basis, basisOn, basisText }
  const isValid = isThere && (until === null ? !wantsLastDay({ group, expires }) : until >= today)
  return { basis: isValid ? 'document' : null, basisOn: isValid ? until : null, basisText: '' }
}

/**
 * What keeps a verdict from being taken, with the field that it is about: what is met rests on an accepted, valid document or on what is
 * written, and everything else has its reason. Null where nothing does.
 */
export function verdictProblem(criterion: JudgedCriterion, today: string): { field: string; message: string } | null {
  const {
    verdict,
    reason,
    basis,
    basisOn: on,
    basisText: text,
    hasDocument: isThere,
    documentUntil: until,
  } = criterion.found
  if (verdict === null) return null
  if (!needsBasis(verdict)) return reason ? null : { field: 'reason', message: 'Write the reason' }
  if (basis && basis !== 'document') {
    if (!on || !isDay(on)) return { field: 'basisOn', message: 'Choose the day' }
    if (on > today) return { field: 'basisOn', message: 'Choose today or an earlier day' }
    return text ? null : { field: 'basisText', message: 'Write what was seen or said' }
  }
  if (restsOn(criterion, today).basis) return null
  const why = isThere
    ? until === null
      ? 'The accepted document has no last day. Ask for one that has'
      : 'The accepted document has expired. Ask for a new one'
    : 'Accept a document first'
  return { field: 'basis', message: `${why}, or choose what else the result rests on` }
}

/**
 * Why the documents for a criterion cannot be accepted; null where they can.
 *
 * @param today `YYYY-MM-DD` in London.
 */
export function acceptProblem(
  criterion: Asked & { id: string },
  files: readonly Pick<EvidenceFile, 'criterionId' | 'state' | 'expiresOn'>[],
  today: string,
): string | null {
  const readable = files.filter(({ criterionId, state }) => criterionId === criterion.id && state === 'ready')
  if (readable.length === 0) return 'There is no document to accept. Ask for one'
  const dated = wantsLastDay(criterion) ? readable.filter(({ expiresOn }) => expiresOn !== null) : readable
  if (dated.length === 0) return 'The insurance has no last day. Ask for the document with its last day'
  const isValid = dated.some(({ expiresOn }) => expiresOn === null || expiresOn >= today)
  return isValid ? null : 'The document has expired. Ask for a new one'
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
