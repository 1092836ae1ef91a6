import { needsBasis, type RestsOn } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import type { Day, Instant } from '#domain/formats.ts'
import {
  type AskedDocument,
  type Criterion,
  type CriterionLevel,
  criteriaFor,
  wantsLastDay,
} from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, type EvidenceState } from '#features/assessments/evidence/rules.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import type { FieldFailure } from '#wire/failure.ts'

export const verdicts = {
  met: 'Met',
  'not-met': 'Not met',
  'met-with-condition': 'Met with a condition',
  'not-applicable': 'Not applicable',
} as const
export type Verdict = keyof typeof verdicts
export const verdictNames = Object.keys(verdicts) as Verdict[]

export const maxScore = 4

/** A basis that is an accepted document is only recorded with the decision: until then see `restsOn`. */
export type CriterionFinding = RestsOn & {
  criterionId: string
  state: EvidenceState
  stateReason: string
  stateAt: Instant
  toldAt: Instant | null
  verdict: Verdict | null
  score: number | null
  /** For the applicant and the record. */
  reason: string
  /** Only assessors can see this. */
  note: string
  judgedByName: string
  judgedAt: Instant | null
  revision: number
  /** Whether documents for it are accepted. */
  hasDocument: boolean
  /** Null where they have no last day. */
  documentUntil: Day | null
}

export const noBasis: RestsOn = { basis: null, basisOn: null, basisText: '' }

export type JudgedCriterion = Criterion & { level: CriterionLevel; found: CriterionFinding }

/** The criteria that apply to an event, in their order. */
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
    ...noBasis,
    hasDocument: false,
    documentUntil: null,
  }
}

/** On what a result that is met rests: on what was recorded, otherwise on an accepted document that is valid. */
export function restsOn(
  { group, expires, found }: AskedDocument & Pick<JudgedCriterion, 'found'>,
  today: Day,
): RestsOn {
  const { verdict, basis, basisOn, basisText, hasDocument, documentUntil: until } = found
  if (basis || !needsBasis(verdict)) return { basis, basisOn, basisText }
  const isValid = hasDocument && (until === null ? !wantsLastDay({ group, expires }) : until >= today)
  return isValid ? { basis: 'document', basisOn: until, basisText: '' } : noBasis
}

/** Without a basis where none counts, and a score where the criterion does not apply. */
export function asStored<Of extends RestsOn & Pick<CriterionFinding, 'verdict' | 'score'>>(finding: Of): Of {
  const { verdict, score, basis } = finding
  const rests = needsBasis(verdict) && basis ? {} : noBasis
  return { ...finding, score: verdict === 'not-applicable' ? null : score, ...rests }
}

/** Why a verdict is not taken; null where it is. */
export function verdictProblem(criterion: JudgedCriterion, today: Day): FieldFailure | null {
  const { verdict, reason, basis, basisOn, basisText, hasDocument, documentUntil } = criterion.found
  if (verdict === null) return null
  if (!needsBasis(verdict)) return reason ? null : { field: 'reason', message: 'Write the reason' }
  if (basis && basis !== 'document') {
    if (!basisOn || !isDay(basisOn)) return { field: 'basisOn', message: 'Choose the day' }
    if (basisOn > today) return { field: 'basisOn', message: 'Choose today or an earlier day' }
    return basisText ? null : { field: 'basisText', message: 'Write what was seen or said' }
  }
  if (restsOn(criterion, today).basis) return null
  const why = hasDocument
    ? documentUntil === null
      ? 'The accepted document has no last day. Ask for one that has'
      : 'The accepted document has expired. Ask for a new one'
    : 'Accept a document first'
  return { field: 'basis', message: `${why}, or choose what else the result rests on` }
}

type Document = Pick<EvidenceFile, 'state' | 'expiresOn'> & { isAccepted: boolean }

/** Of the documents for a criterion those that an acceptance is about: what has arrived since the last one, otherwise what it was about. */
export function currentDocuments<File extends Document>(files: readonly File[], today: Day): File[] {
  const valid = files.filter(({ state, expiresOn }) => state === 'ready' && (expiresOn === null || expiresOn >= today))
  const fresh = valid.filter(({ isAccepted }) => !isAccepted)
  return fresh.length > 0 ? fresh : valid
}

/** The score that goes with a verdict where the assessor gives none. */
export const usualScores = { met: maxScore, 'met-with-condition': 2, 'not-met': 0 } as const

/** The first criterion without a verdict after this one; after the last one, from the beginning. Null where each has one. */
export function nextUnjudged(
  criteria: readonly Pick<JudgedCriterion, 'id' | 'found'>[],
  after: string | null,
): string | null {
  const at = criteria.findIndex(({ id }) => id === after) + 1
  const inTurn = [...criteria.slice(at), ...criteria.slice(0, at)]
  return inTurn.find(({ id, found }) => id !== after && found.verdict === null)?.id ?? null
}

/** Why the documents for a criterion cannot be accepted; null where they can. */
export function acceptProblem(
  criterion: AskedDocument & { id: string },
  files: readonly Pick<EvidenceFile, 'criterionId' | 'state' | 'expiresOn'>[],
  today: Day,
): string | null {
  const readable = files.filter(({ criterionId, state }) => criterionId === criterion.id && state === 'ready')
  if (readable.length === 0) return 'There is no document to accept. Ask for one'
  const dated = wantsLastDay(criterion) ? readable.filter(({ expiresOn }) => expiresOn !== null) : readable
  if (dated.length === 0) return 'The insurance has no last day. Ask for the document with its last day'
  const isValid = dated.some(({ expiresOn }) => expiresOn === null || expiresOn >= today)
  return isValid ? null : 'The document has expired. Ask for a new one'
}

/** Null while evidence is missing for what must be met. That a criterion does not apply is its applicant's word, until an assessor finds the same. */
export function settledEvidence(criteria: readonly JudgedCriterion[]): JudgedCriterion[] | null {
  const settled = criteria.filter(
    ({ found: { state, verdict } }) =>
      state === 'accepted' || (state === 'not-applicable' && verdict === 'not-applicable'),
  )
  const must = criteria.filter(({ level }) => level === 'must')
  return must.length > 0 && must.every((criterion) => settled.includes(criterion)) ? settled : null
}

/** In percent; null where nothing that applies was scored. */
export function scoreOf(criteria: readonly JudgedCriterion[]): number | null {
  const scored = criteria.filter(({ found: { verdict, score } }) => verdict !== 'not-applicable' && score !== null)
  if (scored.length === 0) return null
  const points = scored.reduce((sum, { found: { score } }) => sum + score!, 0)
  return Math.round((100 * points) / (maxScore * scored.length))
}
