import { type } from 'arktype'
import { type Basis, basisNames } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { criterionSchema } from '#features/assessments/criteria/schema.ts'
import { refuse } from '#wire/field-failures.ts'
import { optionalParagraphs, paragraphs } from '#wire/text-schema.ts'
import { maxScore, verdictNames } from './judged-criteria.ts'
import { basisLimit, maxConditions, noteLimit, outcomeNames, reasonLimit } from './rules.ts'

export const criterion = criterionSchema.get('id')

export const caseParams = { id: isUuid }
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

/** Of a proposal and of a vote. */
export const proposalSchema = type({
  outcome: type.enumerated(...outcomeNames).configure({ sentence: 'Choose an outcome' }),
  reason: paragraphs(reasonLimit, 'Write the reasons'),
  isSafety: type('boolean').default(false),
  conditions: type({ text: 'string', due: 'string' }).array(),
})

/** A form has its conditions in numbered fields: `condition1`, `due1` and so on. */
export const readConditions = (form: Readonly<Record<string, string>>) => ({
  ...form,
  conditions: Array.from({ length: maxConditions }, (_, index) => ({
    text: withoutControls(form[`condition${index + 1}`]),
    due: withoutControls(form[`due${index + 1}`]),
  })),
})

function withoutControls(text = ''): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
}
