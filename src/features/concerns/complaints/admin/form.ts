import { choice, form, paragraphs } from '#wire/define-form.ts'

export const findings = { upheld: 'Upheld in whole or in part', 'not-upheld': 'Not upheld' }

export const answerForm = form({
  finding: choice({
    label: 'The complaint was',
    hint: 'It counts in our public figures.',
    choices: findings,
    required: 'Choose whether it was upheld',
  }),
  outcome: paragraphs({
    label: 'What we found and what we will do',
    hint: 'We email this text to the person as you write it.',
    max: 5000,
    rows: 8,
    required: 'Write what we found and what we will do',
  }),
})
