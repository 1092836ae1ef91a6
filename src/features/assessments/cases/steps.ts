import { longDay } from '#domain/london-time.ts'
import type { PastEvent } from '#ui/admin-history.tsx'
import type { Step } from './rules.ts'
import { outcomes } from './rules.ts'
import type { StepRow } from './server/queries.ts'

/** The history of an assessment, in its order. */
export function historyOf(steps: readonly StepRow[]): PastEvent[] {
  return steps.map((step) => ({
    key: String(step.id),
    at: step.takenAt,
    what: wordsOf(step),
    why: [
      step.step === 'assigned' || step.step === 'seat-filled' ? '' : step.reason,
      ...step.conditions.map(({ text, due }) => `Condition, by ${longDay(due)}: ${text}`),
    ]
      .filter(Boolean)
      .join('\n'),
  }))
}

function wordsOf({ step, byName: by, outcome, reason, isSafety }: StepRow): string {
  const result = outcome ? outcomes[outcome].toLowerCase() : ''
  const safety = isSafety ? ', as a matter of safety' : ''
  switch (step) {
    case 'assigned':
      return reason ? `${by} handed it to ${reason}` : `${by} handed it to nobody`
    case 'no-conflict':
      return `${by} declared no conflict of interest`
    case 'conflict':
      return `${by} declared a conflict of interest`
    case 'asked':
      return `${by} asked the applicant for more`
    case 'proposed':
      return `${by} proposed: ${result}${safety}`
    case 'sent-back':
      return `${by} sent the proposal back`
    case 'referred':
      return `${by} referred it to the panel`
    case 'seat-filled':
      return `${by} named ${reason} for the panel`
    case 'voted':
      return `${by} voted: ${result}${safety}`
    case 'noticed':
      return 'The applicant was told that a refusal is intended, and why'
    case 'answered':
      return 'The applicant answered the notice'
    case 'reopened':
      return `${by} opened it again`
    case 'decided':
      return by ? `${by} decided: ${result}${safety}` : `The panel decided: ${result}${safety}`
    case 'condition-met':
      return `${by} noted a condition as met`
    case 'brought-back':
      return `It was brought back, because ${by} had a part in it: other people assess it again`
    case 'opened-again':
      return 'It is assessed again, because a conflict of interest was declared after the decision'
  }
}

type By = Pick<StepRow, 'step' | 'byId'>

/** Whether somebody has declared that they have none. */
export function hasDeclared(steps: readonly By[], personId: string): boolean {
  return steps.some(({ step, byId }) => step === 'no-conflict' && byId === personId)
}

/** Whether somebody has proposed, agreed with a refusal, referred or voted. */
export function hasTakenPart(steps: readonly By[], personId: string): boolean {
  const parts: Step[] = ['proposed', 'noticed', 'referred', 'voted']
  return steps.some(({ step, byId }) => byId === personId && parts.includes(step))
}

/** The last step of a kind; undefined where there is none. */
export function lastStep<Row extends { step: Step }>(steps: readonly Row[], kind: Step): Row | undefined {
  return steps.findLast(({ step }) => step === kind)
}

/** The proposal or referral that a notice of refusal came from. */
export function originOf(steps: readonly StepRow[], notice: StepRow | undefined): StepRow | undefined {
  return steps.find(({ id }) => id === notice?.about)
}
