import { type } from 'arktype'
import { type Basis, basisNames } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { evidenceStates } from '#features/assessments/evidence/rules.ts'
import { refuse } from '#wire/field-failures.ts'
import { optionalParagraphs, paragraphs } from '#wire/text-schema.ts'
import { maxScore, verdictNames } from './judged-criteria.ts'
import { basisLimit, conditionsTyped, noteLimit, noticeAnswerLimit, outcomeNames, reasonLimit } from './rules.ts'

type Form = Readonly<Record<string, string>>

const criterion = type('/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/')

export const caseParams = { id: isUuid }
export const ofCase = { permission: 'assess', params: caseParams } as const
export const criterionParams = { id: isUuid, criterion: (id: string) => criterion.allows(id) }

const writtenBases = basisNames.filter((basis): basis is Exclude<Basis, 'document'> => basis !== 'document')

/** `basis`, `basisOn`, `basisText`: on what a result that is met rests where that is no accepted document; `basisText` is public. */
export const verdictSchema = type({
  verdict: type
    .enumerated(...verdictNames, null)
    .configure({ sentence: 'The verdict is met, not-met, met-with-condition, not-applicable or null' }),
  score: type(`0 <= number.integer <= ${maxScore}`)
    .or('null')
    .configure({ sentence: `The score is a whole number from 0 to ${maxScore}, or null` }),
  reason: optionalParagraphs(reasonLimit),
  note: optionalParagraphs(noteLimit),
  basis: type
    .enumerated(...writtenBases, null)
    .configure({ sentence: 'What it rests on is call, answer, record or null' })
    .default(null),
  basisOn: type('string <= 10')
    .narrow((text, ctx) => isDay(text) || refuse(ctx, 'Choose the day'))
    .or('null')
    .default(null),
  basisText: optionalParagraphs(basisLimit).default(''),
  revision: type('0 <= number.integer <= 1000000').configure({ sentence: 'Give the revision that you have seen' }),
}).onUndeclaredKey('reject')

/** What somebody else has saved since. */
export const otherVerdictSchema = type({
  verdict: type.enumerated(...verdictNames, null),
  score: 'number.integer | null',
  reason: 'string',
  note: 'string',
  basis: type.enumerated(...basisNames, null),
  basisOn: 'string | null',
  basisText: 'string',
  revision: 'number.integer',
  judgedBy: 'string',
  judgedAt: 'string | null',
})

/** Without a script a chosen text counts where none was typed. */
export const verdictFormSchema = verdictSchema.merge({ criterion })
export const readVerdictForm = (form: Form) => ({
  criterion: form.criterion ?? '',
  verdict: form.verdict || null,
  score: form.score ? Number(form.score) : null,
  reason: form.reason?.trim() || (form.preset ?? ''),
  note: form.note ?? '',
  basis: form.basis || null,
  basisOn: form.basisOn || null,
  basisText: form.basisText ?? '',
  revision: Number(form.revision),
})

const lastDayName = /^lastDay-([\da-f-]{36})$/

/** `lastDays`: by the id of a document, empty where it names none. */
export const acceptSchema = type({
  criterion,
  verdict: type.enumerated('met', 'met-with-condition'),
  score: verdictSchema.get('score'),
  reason: optionalParagraphs(reasonLimit),
  note: optionalParagraphs(noteLimit),
  revision: verdictSchema.get('revision'),
  seen: type.enumerated(...(Object.keys(evidenceStates) as (keyof typeof evidenceStates)[])),
  lastDays: type({ '[string]': 'string <= 10' }),
})
export const readAcceptForm = (form: Form) => {
  const days = Object.entries(form).flatMap(([name, day]) => {
    const [, file] = lastDayName.exec(name) ?? []
    return file ? [[file, day]] : []
  })
  const verdict = form.verdict === 'met-with-condition' ? form.verdict : 'met'
  return { ...readVerdictForm(form), verdict, seen: form.seen, lastDays: Object.fromEntries(days) }
}

export const evidenceSchema = type({
  criterion,
  state: type.enumerated('accepted', 'more-needed', 'not-applicable').configure({ sentence: 'Choose what you decide' }),
  stateReason: optionalParagraphs(reasonLimit).default(''),
  seen: type.enumerated(...(Object.keys(evidenceStates) as (keyof typeof evidenceStates)[])),
})
export const readEvidenceForm = (form: Form) => ({
  ...form,
  stateReason: form.stateReason?.trim() || (form.preset ?? ''),
})

const outcome = type.enumerated(...outcomeNames).configure({ sentence: 'Choose an outcome' })
const isSafety = type('boolean').default(false)

/** A form has its conditions in numbered fields. */
export const readConditions = (form: Form) => ({ ...form, conditions: conditionsTyped(form) })
export const proposalSchema = type({
  outcome,
  reason: paragraphs(reasonLimit, 'Write the reasons'),
  isSafety,
  conditions: type({ text: 'string', due: 'string' }).array(),
})

export const decisionSchema = type({
  answer: type.enumerated('agree', 'send-back').configure({ sentence: 'Choose what you decide' }),
  decisionReason: optionalParagraphs(reasonLimit).default(''),
  proposal: 'number.integer',
})

export const interestSchema = type({
  interest: type.enumerated('none', 'conflict').configure({ sentence: 'Choose one of the two' }),
  details: optionalParagraphs(reasonLimit).default(''),
})

export const referralSchema = type({
  referralReason: paragraphs(reasonLimit, 'Say why you refer it to the panel'),
  member1: type('string <= 100').default(''),
  member2: type('string <= 100').default(''),
  member3: type('string <= 100').default(''),
})

export const voteSchema = proposalSchema.and({ referral: 'number.integer' })

export const closeNoticeSchema = type({
  answer: type.enumerated('refuse', 'reopen').configure({ sentence: 'Choose what you decide' }),
  closingReason: paragraphs(reasonLimit, 'Write the reasons'),
})

export const noticeAnswerSchema = type({ answer: paragraphs(noticeAnswerLimit, 'Write your answer') })
