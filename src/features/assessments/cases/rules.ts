import { isDay } from '#domain/calendar-day.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { longDay } from '#domain/london-time.ts'
import type { PastEvent } from '#ui/admin-history.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { type JudgedCriterion, verdictProblem } from './judged-criteria.ts'

/** @param result the outcome in words. @param reason of some steps the name of a person. */
type StepFacts = { by: string; result: string; reason: string }

/** What the history of an assessment says of each step. */
export const stepWords = {
  assigned: ({ by, reason }: StepFacts) => `${by} handed it to ${reason || 'nobody'}`,
  'no-conflict': ({ by }: StepFacts) => `${by} declared no conflict of interest`,
  conflict: ({ by }: StepFacts) => `${by} declared a conflict of interest`,
  asked: ({ by }: StepFacts) => `${by} asked the applicant for more`,
  proposed: ({ by, result }: StepFacts) => `${by} proposed: ${result}`,
  'sent-back': ({ by }: StepFacts) => `${by} sent the proposal back`,
  referred: ({ by }: StepFacts) => `${by} referred it to the panel`,
  'seat-filled': ({ by, reason }: StepFacts) => `${by} named ${reason} for the panel`,
  voted: ({ by, result }: StepFacts) => `${by} voted: ${result}`,
  noticed: () => 'The applicant was told that a refusal is intended, and why',
  answered: () => 'The applicant answered the notice',
  reopened: ({ by }: StepFacts) => `${by} opened it again`,
  decided: ({ by, result }: StepFacts) => `${by || 'The panel'} decided: ${result}`,
  'condition-met': ({ by }: StepFacts) => `${by} noted a condition as met`,
  'brought-back': ({ by }: StepFacts) =>
    `It was brought back, because ${by} had a part in it: other people assess it again`,
  'opened-again': () => 'It is assessed again, because a conflict of interest was declared after the decision',
} as const
export type Step = keyof typeof stepWords

export const outcomes = {
  accredit: 'Accredit',
  'accredit-with-conditions': 'Accredit with conditions',
  refuse: 'Refuse',
} as const
export type Outcome = keyof typeof outcomes
export const outcomeNames = Object.keys(outcomes) as Outcome[]

export const caseStatuses = {
  open: 'Open',
  proposed: 'Waiting for a second person',
  panel: 'Before the panel',
  notice: 'Notice of refusal sent',
  decided: 'Decided',
} as const
export type CaseStatus = keyof typeof caseStatuses

export const decidedByWords = {
  assessors: 'Assessor and second assessor',
  panel: 'Panel',
  'one-assessor': 'One assessor, without a second person',
} as const
export type DecidedBy = keyof typeof decidedByWords

/** The first assessment of an application is not named. */
export const kindWords: Record<string, string> = {
  renewal: 'renewal',
  appeal: 'after an appeal',
  again: 'assessed again after a conflict of interest',
}

/** For the answer to a notice of refusal. */
export const noticeDays = 14
const reviewMonths = 12
export const panelSize = 3
/** How often an open page says that it is open. */
export const readerSeconds = 30

/** In characters. */
export const reasonLimit = 2000
export const noteLimit = 4000
export const basisLimit = 600
export const conditionLimit = 600
export const noticeAnswerLimit = 8000
export const maxConditions = 8

export type Condition = { text: string; due: Day }

export function conditionProblems(outcome: Outcome, typed: readonly Condition[], today: Day): FieldFailure[] {
  if (outcome !== 'accredit-with-conditions') return []
  if (typed.every(({ text, due }) => !text && !due)) return [{ field: 'condition1', message: 'Write the condition' }]
  return typed.flatMap(({ text, due }, index) => {
    const problems: FieldFailure[] = []
    const blame = (field: string, message: string) => problems.push({ field: field + (index + 1), message })
    if (!text && due) blame('condition', 'Write the condition')
    if (text.length > conditionLimit) blame('condition', `Use at most ${conditionLimit} characters`)
    if (text && !isDay(due)) blame('due', 'Choose the day by which it must be met')
    else if (text && due <= today) blame('due', 'Choose a day after today')
    return problems
  })
}

/** Null where the outcome fits. An accreditation needs a verdict, a score and a basis for every criterion, a refusal reasons for those not met. */
export function outcomeProblem(outcome: Outcome, criteria: readonly JudgedCriterion[], today: Day): string | null {
  if (outcome === 'refuse')
    return baseProblem(
      criteria.filter(({ found }) => found.verdict === 'not-met'),
      today,
    )
  const unjudged = unjudgedProblem(criteria, today)
  if (unjudged) return unjudged
  const failed = criteria.filter(({ level, found }) => level === 'must' && found.verdict === 'not-met')
  if (failed.length > 0) return `These ‘must’ criteria are not met: ${namesOf(failed)}`
  const conditional = criteria.filter(({ found }) => found.verdict === 'met-with-condition')
  if (outcome === 'accredit' && conditional.length > 0)
    return `Choose ‘Accredit with conditions’. These criteria are met with a condition: ${namesOf(conditional)}`
  return null
}

/** What the verdicts lead to, for the person who proposes; nothing before each criterion has one. */
export function suggestedOutcome(criteria: readonly Pick<JudgedCriterion, 'level' | 'found'>[]): {
  outcome: Outcome | undefined
  /** Texts of conditions, which have no day yet. */
  conditions: string[]
} {
  const conditional = criteria.filter(({ found }) => found.verdict === 'met-with-condition')
  const isRefused = criteria.some(({ level, found }) => level === 'must' && found.verdict === 'not-met')
  if (criteria.some(({ found }) => found.verdict === null)) return { outcome: undefined, conditions: [] }
  if (isRefused) return { outcome: 'refuse', conditions: [] }
  return {
    outcome: conditional.length > 0 ? 'accredit-with-conditions' : 'accredit',
    conditions: conditional.map(({ found }) => found.reason).slice(0, maxConditions),
  }
}

/** What keeps a case from a panel and from an accreditation; null where nothing does. */
export function unjudgedProblem(criteria: readonly JudgedCriterion[], today: Day): string | null {
  const open = criteria.filter(({ found: { verdict } }) => verdict === null)
  if (open.length > 0) return `Judge every criterion first. Without a verdict: ${namesOf(open)}`
  const unscored = criteria.filter(({ found }) => found.verdict !== 'not-applicable' && found.score === null)
  if (unscored.length > 0) return `Score every criterion first. Without a score: ${namesOf(unscored)}`
  return baseProblem(criteria, today)
}

/** Why results lack a valid basis or a reason; null where none does. */
export function baseProblem(criteria: readonly JudgedCriterion[], today: Day): string | null {
  const [unreasoned, baseless] = ['reason', 'basis'].map((kind) =>
    criteria.filter((criterion) => verdictProblem(criterion, today)?.field.startsWith(kind)),
  ) as [JudgedCriterion[], JudgedCriterion[]]
  if (baseless.length > 0)
    return `Accept a valid document for each of these criteria, or write what the result rests on: ${namesOf(baseless)}`
  return unreasoned.length > 0 ? `Write the reason for each of these criteria: ${namesOf(unreasoned)}` : null
}

function namesOf(criteria: readonly JudgedCriterion[]): string {
  return criteria.map(({ name }) => name).join(', ')
}

export type Vote = { outcome: Outcome; isSafety: boolean; conditions: readonly Condition[] }

/** What the majority has decided, with every condition of those who accredit; null before everybody has voted. */
export function panelResult(votes: readonly Vote[]): Vote | null {
  if (votes.length < panelSize) return null
  const refusing = votes.filter(({ outcome }) => outcome === 'refuse')
  if (refusing.length > panelSize / 2) {
    const isSafety = refusing.filter(({ isSafety }) => isSafety).length > panelSize / 2
    return { outcome: 'refuse', isSafety, conditions: [] }
  }
  const conditions = votes.flatMap((vote) => (vote.outcome === 'accredit-with-conditions' ? vote.conditions : []))
  return { outcome: conditions.length > 0 ? 'accredit-with-conditions' : 'accredit', isSafety: false, conditions }
}

/** When an entry is assessed again. @param lastDay of the entry; null for one without an end. */
export function nextReview(found: Day, lastDay: Day | null): Day {
  const later = new Date(`${found}T00:00:00Z`)
  later.setUTCMonth(later.getUTCMonth() + reviewMonths)
  const day = later.toISOString().slice(0, 10)
  return lastDay && lastDay < day ? lastDay : day
}

/** 'today', '1 day', '12 days'. */
export function waitWords(since: Instant, now: Instant): string {
  const days = Math.floor((Date.parse(now) - Date.parse(since)) / 86_400_000)
  if (days < 1) return 'today'
  return days === 1 ? '1 day' : `${days} days`
}

export type StepRow = {
  id: number
  step: Step
  byId: string | null
  byName: string
  outcome: Outcome | null
  reason: string
  isSafety: boolean
  conditions: Condition[]
  about: number | null
  takenAt: Instant
}

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
function isWithdrawal({ step, about, byId }: StepRow, steps: readonly StepRow[]): boolean {
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
