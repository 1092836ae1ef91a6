import type { SqlRunner } from '#database/sql.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, isAnswered } from '../rules.ts'
import { findRoom, listCriterionStates, type RoomRow } from './room-queries.ts'

type Progress = {
  assessment: { status: RoomRow['assessment_status']; outcome: RoomRow['outcome'] }
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
  const room = (await findRoom(sql, { applicationId }))[0]!
  const states = await listCriterionStates(sql, { assessmentId: room.assessment_id })
  const stateOf = (id: string) => states.find(({ criterion_id }) => criterion_id === id)?.state ?? 'wanted'
  const needed = criteriaFor(room.criteria, assessedEvent(room.event_draft)).filter(({ level }) => level === 'must')
  return {
    assessment: { status: room.assessment_status, outcome: room.outcome },
    wanted: needed.length,
    answered: needed.filter(({ id }) => isAnswered(stateOf(id))).length,
    moreNeeded: states.filter(({ state }) => state === 'more-needed').length,
    deletedAt: room.documents_deleted_at,
  }
}
