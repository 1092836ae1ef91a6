import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import type { StepKind } from '#features/concerns/case-steps.ts'
import { recordStep } from './cases.ts'

type Changes = { before?: Record<string, unknown>; after?: Record<string, unknown> }
export type RecordStep = (kind: StepKind, text?: string, changes?: Changes) => Promise<void>

/** What writes down what somebody does with an appeal. @param now ISO. */
export function stepRecorder(tx: Transaction, of: { appealId: string }, admin: Admin, now: string): RecordStep {
  return async (kind, text = '', changes = {}) => {
    const audit = await recordStep({ sql: camel(tx), admin, now }, of, kind, { text, ...changes })
    await recordChange(tx, { actor: byPerson(admin), ...audit })
  }
}
