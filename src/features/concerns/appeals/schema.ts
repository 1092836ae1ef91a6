import { type } from 'arktype'
import { appealedDecisionNames } from '#domain/appeals.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { appealLimits } from './rules.ts'

const choice = (sentence: string) => ({ sentence, missing: sentence })

/** What the appeal's form takes. */
export const appealSchema = type({
  against: type.enumerated(...appealedDecisionNames).configure(choice('Choose the decision')),
  grounds: paragraphs(appealLimits.grounds, 'Write why the decision is wrong'),
  /** Of the link that was mailed, where the browser does not know the application. */
  'key?': 'string <= 100',
})
