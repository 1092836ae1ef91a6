import { choice, form, paragraphs } from '#wire/define-form.ts'
import { appealOutcomes } from '../rules.ts'

export const settleForm = form({
  outcome: choice({
    label: 'How does the appeal end?',
    choices: appealOutcomes,
    required: 'Choose how the appeal ends',
  }),
  reasons: paragraphs({
    label: 'Reasons',
    hint: 'We email them to the applicant as you write them. They stay on the record.',
    max: 4000,
    rows: 6,
    required: 'Give the reasons',
  }),
})
