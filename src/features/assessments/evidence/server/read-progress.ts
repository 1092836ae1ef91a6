import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { type EvidenceRow, findEvidence, listCriterionStates } from './queries.ts'

type Progress = {
  assessment: { status: EvidenceRow['assessmentStatus']; outcome: EvidenceRow['outcome'] }
  /** Of the criteria that the event must meet. */
  wanted: number
  answered: number
  /** Of all criteria. */
  moreNeeded: number
  /** Null once a document has been sent again. */
  deletedAt: Instant | null
}

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
