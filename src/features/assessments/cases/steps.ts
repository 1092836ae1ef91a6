import { longDay } from '#domain/london-time.ts'
import type { PastEvent } from '#ui/admin-history.tsx'
import { outcomes, type Step, stepWords } from './rules.ts'
import type { StepRow } from './server/queries.ts'

export function historyOf(steps: readonly StepRow[]): PastEvent[] {
  return steps.map((step) => ({
    key: String(step.id),
    at: step.takenAt,
    what: isWithdrawal(step, steps) ? `${step.byName} withdrew the proposal` : wordsOf(step),
    why: [
      step.step === 'assigned' || step.step === 'seat-filled' ? '' : step.reason,
      ...step.conditions.map(({ text, due }) => `Condition, by ${longDay(due)}: ${text}`),
    ]
      .filter(Boolean)
      .join('\n'),
  }))
}

function wordsOf({ step, byName: by, outcome, reason, isSafety }: StepRow): string {
  const safety = isSafety ? ', as a matter of safety' : ''
  return stepWords[step]({ by, result: outcome ? outcomes[outcome].toLowerCase() + safety : '', reason })
}

/** A proposal that its own author has sent back. */
export function isWithdrawal({ step, about, byId }: StepRow, steps: readonly StepRow[]): boolean {
  return step === 'sent-back' && byId !== null && steps.find(({ id }) => id === about)?.byId === byId
}

type StepTaken = Pick<StepRow, 'step' | 'byId'>

/** Whether somebody has declared that they have no conflict of interest. */
export function hasDeclared(steps: readonly StepTaken[], personId: string): boolean {
  return steps.some(({ step, byId }) => step === 'no-conflict' && byId === personId)
}

/** Whether somebody has proposed, agreed with a refusal, referred or voted. */
export function hasTakenPart(steps: readonly StepTaken[], personId: string): boolean {
  const parts: Step[] = ['proposed', 'noticed', 'referred', 'voted']
  return steps.some(({ step, byId }) => byId === personId && parts.includes(step))
}

export function lastStep<Row extends { step: Step }>(steps: readonly Row[], kind: Step): Row | undefined {
  return steps.findLast(({ step }) => step === kind)
}

/** The proposal or referral that a notice of refusal came from. */
export function originOf(steps: readonly StepRow[], notice: StepRow | undefined): StepRow | undefined {
  return steps.find(({ id }) => id === notice?.about)
}
