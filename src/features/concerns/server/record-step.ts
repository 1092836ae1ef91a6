import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import type { StepKind } from '#features/concerns/case-steps.ts'
import { addStep, type CaseOf } from './case-steps.ts'

type Changes = { before?: Record<string, unknown>; after?: Record<string, unknown> }
export type RecordStep = (kind: StepKind, text?: string, changes?: Changes) => Promise<void>

/** What writes down what somebody does with a case: in its record, and in the audit log, which holds no text of the case. @param now ISO. */
export function stepRecorder(tx: Transaction, of: CaseOf, admin: Admin, now: string): RecordStep {
  const subject = of.concernId ? { kind: 'concern', id: of.concernId } : { kind: 'appeal', id: of.appealId! }
  return async (kind, text = '', changes = {}) => {
    await addStep(tx, { ...of, kind, actor: admin, text, now })
    await recordChange(tx, { actor: byPerson(admin), subject, action: kind, ...changes })
  }
}
