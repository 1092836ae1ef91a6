import type { SqlRunner } from '#database/sql.ts'
import type { Condition, Outcome } from '../rules.ts'
import { lastStep } from '../steps.ts'
import { listSeats, type StepRow } from './step-queries.ts'
import { rolesWith } from './work-on-case.ts'

export type PanelSeat = {
  personId: string
  name: string
  /** Null before they have voted, and where their vote does not count. */
  vote: { outcome: Outcome; is_safety: boolean; conditions: Condition[]; reason: string } | null
  /** Why somebody else has to be named; null where they can vote. */
  isVacant: boolean
}

/** The three seats of the panel that a case is before, with those who hold them now. A vote of whoever has a conflict does not count. */
export async function panelOf(sql: SqlRunner, steps: readonly StepRow[]): Promise<PanelSeat[]> {
  const referral = lastStep(steps, 'referred')
  if (!referral) return []
  const seats = await listSeats(sql, { referralId: referral.id, roles: rolesWith('panel') })
  const replaced = new Set(seats.map(({ instead_of }) => instead_of))
  return seats
    .filter(({ person_id }) => !replaced.has(person_id))
    .map(({ person_id: personId, person_name: name, may_vote: mayVote, is_conflicted: isConflicted }) => {
      const vote = steps.find(
        ({ step, about, by_id }) => step === 'voted' && about === referral.id && by_id === personId,
      )
      const counted = vote && !isConflicted
      return {
        personId,
        name,
        vote: counted
          ? { outcome: vote.outcome!, is_safety: vote.is_safety, conditions: vote.conditions, reason: vote.reason }
          : null,
        isVacant: !counted && (isConflicted || !mayVote),
      }
    })
}
