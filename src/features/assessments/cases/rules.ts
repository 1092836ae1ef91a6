import { isDay } from '#domain/calendar-day.ts'
import { type JudgedCriterion, verdictProblem } from './judged-criteria.ts'

/** What can be done with an assessment, as it is recorded. */
export type Step =
  | 'assigned'
  | 'no-conflict'
  | 'conflict'
  | 'asked'
  | 'proposed'
  | 'sent-back'
  | 'referred'
  | 'seat-filled'
  | 'voted'
  | 'noticed'
  | 'answered'
  | 'reopened'
  | 'decided'
  | 'condition-met'
  | 'brought-back'
  | 'opened-again'

/** How an assessment can end. */
export const outcomes = {
  accredit: 'Accredit',
  'accredit-with-conditions': 'Accredit with conditions',
  refuse: 'Refuse',
} as const
export type Outcome = keyof typeof outcomes
export const outcomeNames = Object.keys(outcomes) as Outcome[]

/** Where an assessment is on its way. */
export const caseStatuses = {
  open: 'Open',
  proposed: 'Waiting for a second person',
  panel: 'Before the panel',
  notice: 'Notice of refusal sent',
  decided: 'Decided',
} as const
export type CaseStatus = keyof typeof caseStatuses

/** Who decided, as the record and the public are told. */
export const decidedByWords = {
  assessors: 'Assessor and second assessor',
  panel: 'Panel',
  'one-assessor': 'One assessor, without a second person',
} as const
export type DecidedBy = keyof typeof decidedByWords

/** What kind of assessment a case is, for the queue; the first one is not named. */
export const kindWords: Record<string, string> = {
  renewal: 'renewal',
  appeal: 'after an appeal',
  again: 'assessed again after a conflict of interest',
}

/** Days that an applicant has to answer a notice of refusal. */
export const noticeDays = 14
/** Months until an assessed entry is looked at again. */
const reviewMonths = 12
/** Members of a panel. */
export const panelSize = 3

/** Longest reason and longest note, in characters. */
export const reasonLimit = 2000
export const noteLimit = 4000
/** Longest text of what a result rests on. */
export const basisLimit = 600
/** Longest condition, and most of them. */
export const conditionLimit = 600
export const maxConditions = 8
/** Longest answer of an applicant to a notice. */
export const noticeAnswerLimit = 8000

export type Condition = { text: string; due: string }

/** The fields of a form that names conditions: `condition1`, `due1` and so on. */
export function conditionsTyped(form: Readonly<Record<string, string | undefined>>): Condition[] {
  return Array.from({ length: maxConditions }, (_, index) => ({
    text: withoutControls(form[`condition${index + 1}`]),
    due: withoutControls(form[`due${index + 1}`]),
  }))
}

/** What cannot be stored, or seen, is left out. */
function withoutControls(text = ''): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
}

type Problem = { field: string; message: string }

/**
 * What is wrong with the conditions that somebody has typed: those of an accreditation with conditions, at least one, each with a day to come.
 *
 * @param today `YYYY-MM-DD` in London.
 */
export function conditionProblems(outcome: Outcome, typed: readonly Condition[], today: string): Problem[] {
  if (outcome !== 'accredit-with-conditions') return []
  if (typed.every(({ text, due }) => !text && !due)) return [{ field: 'condition1', message: 'Write the condition' }]
  return typed.flatMap(({ text, due }, index) => {
    const problems: Problem[] = []
    if (!text && due) problems.push({ field: `condition${index + 1}`, message: 'Write the condition' })
    if (text.length > conditionLimit)
      problems.push({ field: `condition${index + 1}`, message: `Use at most ${conditionLimit} characters` })
    if (text && !isDay(due))
      problems.push({ field: `due${index + 1}`, message: 'Choose the day by which it must be met' })
    else if (text && due <= today) problems.push({ field: `due${index + 1}`, message: 'Choose a day after today' })
    return problems
  })
}

/** The conditions that hold: none unless the outcome has them. */
export function conditionsOf(outcome: Outcome, typed: readonly Condition[]): Condition[] {
  return outcome === 'accredit-with-conditions' ? typed.filter(({ text }) => text !== '') : []
}

/**
 * Why an outcome does not fit what was found; null where it does. An accreditation needs a verdict on every criterion, a score on each that
 * applies, for each what it rests on, and nothing that must be met unmet; a criterion that is met with a condition makes it one with conditions. A
 * refusal needs the reason for each that is not met.
 *
 * @param today `YYYY-MM-DD` in London.
 */
export function outcomeProblem(outcome: Outcome, criteria: readonly JudgedCriterion[], today: string): string | null {
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

/** What keeps a case from a panel, and from an accreditation: a criterion without a verdict, a score, or what it rests on. Null where there is none. */
export function unjudgedProblem(criteria: readonly JudgedCriterion[], today: string): string | null {
  const open = criteria.filter(({ found: { verdict } }) => verdict === null)
  if (open.length > 0) return `Judge every criterion first. Without a verdict: ${namesOf(open)}`
  const unscored = criteria.filter(({ found }) => found.verdict !== 'not-applicable' && found.score === null)
  if (unscored.length > 0) return `Score every criterion first. Without a score: ${namesOf(unscored)}`
  return baseProblem(criteria, today)
}

/** Results that rest on nothing, or on nothing that is still valid, and those without their reason; null where there are none. */
export function baseProblem(criteria: readonly JudgedCriterion[], today: string): string | null {
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

/**
 * What a panel has decided with its three votes. Two for accrediting carry it, with conditions where one of them asks for conditions; two
 * for refusing carry that, at once where both call it a matter of safety.
 *
 * @returns null before everybody has voted.
 */
export function panelResult(
  votes: readonly Vote[],
): { outcome: Outcome; isSafety: boolean; conditions: Condition[] } | null {
  if (votes.length < panelSize) return null
  const refusing = votes.filter(({ outcome }) => outcome === 'refuse')
  if (refusing.length > panelSize / 2) {
    const isSafety = refusing.filter(({ isSafety }) => isSafety).length > panelSize / 2
    return { outcome: 'refuse', isSafety, conditions: [] }
  }
  const conditions = votes.flatMap((vote) => (vote.outcome === 'accredit-with-conditions' ? vote.conditions : []))
  return { outcome: conditions.length > 0 ? 'accredit-with-conditions' : 'accredit', isSafety: false, conditions }
}

/**
 * When an entry is looked at again: twelve months after it was found, or on its last day where that is earlier.
 *
 * @param found `YYYY-MM-DD`.
 * @param lastDay of the entry, `YYYY-MM-DD`; null for one without an end.
 */
export function nextReview(found: string, lastDay: string | null): string {
  const later = new Date(`${found}T00:00:00Z`)
  later.setUTCMonth(later.getUTCMonth() + reviewMonths)
  const day = later.toISOString().slice(0, 10)
  return lastDay && lastDay < day ? lastDay : day
}

/** 'today', '1 day', '12 days': how long something has waited, in whole days. Both are ISO times in UTC. */
export function waitWords(since: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(since)) / 86_400_000)
  if (days < 1) return 'today'
  return days === 1 ? '1 day' : `${days} days`
}
