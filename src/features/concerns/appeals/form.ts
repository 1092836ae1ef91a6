import { appealedDecisions } from '#domain/appeals.ts'
import { choice, form, paragraphs } from '#wire/define-form.ts'

export const appealForm = form({
  against: choice({ label: 'Which decision is wrong?', choices: appealedDecisions, required: 'Choose the decision' }),
  grounds: paragraphs({
    label: 'Why is the decision wrong?',
    hint: 'Tell us what we missed or misunderstood. You can add documents in the evidence room after you send the appeal.',
    max: 6000,
    rows: 10,
    required: 'Write why the decision is wrong',
  }),
})
