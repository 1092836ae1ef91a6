import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { findEvidence, listCriterionStates } from './queries.ts'

/** Counts are of the criteria that the event must meet, but for `moreNeeded`. */
export async function readProgress(sql: SqlRunner, applicationId: string) {
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
