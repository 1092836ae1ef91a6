import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { type EvidenceRow, findEvidence, listCriterionStates } from './queries.ts'

type Progress = {
  assessment: { status: EvidenceRow['assessmentStatus']; outcome: EvidenceRow['outcome'] }
  /** How many criteria its event must meet, and to how many of them the applicant has answered. */
  wanted: number
  answered: number
  /** Criteria, whether must or should, for which more was asked. */
  moreNeeded: number
  /** When its documents were deleted because we do not keep them for longer, until one is sent again. */
  deletedAt: string | null
}

/** How far the evidence of an application is, by its latest assessment. */
export async function readProgress(sql: SqlRunner, applicationId: string): Promise<Progress> {
  const pool = camel(sql)
  const found = (await findEvidence(pool, { applicationId }))[0]!
  const states = await listCriterionStates(pool, { assessmentId: found.assessmentId })
  const stateOf = (id: string) => states.find(({ criterionId }) => criterionId === id)?.state ?? 'wanted'
  const needed = criteriaFor(found.criteria, assessedEvent(found.eventDraft)).filter(({ level }) => level === 'must')
  return {
    assessment: { status: found.assessmentStatus, outcome: found.outcome },
    wanted: needed.length,
    answered: needed.filter(({ id }) => isAnswered(stateOf(id))).length,
    moreNeeded: states.filter(({ state }) => state === 'more-needed').length,
    deletedAt: found.documentsDeletedAt,
  }
}
