import { box, email, form, paragraphs, pick, text } from '#wire/define-form.ts'
import { letterLimit } from './emails/rules.ts'
import { reasonLimit } from './rules.ts'

/** In characters. */
const noteLimit = 4000
const questionLimit = 2000
const answerLimit = 4000

/** Each command of the review page takes its own of these. */
export const reviewFields = {
  reason: paragraphs({
    label: 'Reason',
    hint: 'What you checked, or what is missing. It is kept with the decision. We email the reason for a rejection, with how to appeal.',
    max: reasonLimit,
    rows: 4,
  }),
  withdrawal: paragraphs({
    label: 'Reason for the withdrawal',
    hint: 'We email it to the applicant and keep it in the history.',
    max: reasonLimit,
    rows: 3,
  }),
  note: paragraphs({
    label: 'Note',
    hint: 'Only people in the admin area can see this. You cannot change a note.',
    max: noteLimit,
    rows: 3,
    required: 'Write the note',
  }),
  question: paragraphs({
    label: 'Question to the organiser',
    max: questionLimit,
    rows: 4,
    required: 'Write the question',
  }),
  opening: paragraphs({
    label: 'Reason for opening it again',
    hint: 'Only people in the admin area can see this. It is kept in the history.',
    max: noteLimit,
    rows: 3,
    required: 'Write the reason',
  }),
  email: email({ label: 'New email address', required: 'Enter the new email address' }),
  why: paragraphs({
    label: 'Reason for the correction',
    hint: 'For example who told you. It is kept in the history and not emailed.',
    max: reasonLimit,
    rows: 2,
    required: 'Give the reason for the correction',
  }),
  person: pick({ label: 'Person', labelHidden: true }),
  release: paragraphs({
    label: 'Why this application is from the organisation',
    hint: 'How you know, for example from a call to a number that you found yourself. It is kept with the application.',
    max: reasonLimit,
    rows: 3,
    required: 'Say how you know',
  }),
  looked: paragraphs({
    label: 'What you checked',
    hint: 'Only people in the admin area can see this. It is kept in the history.',
    max: noteLimit,
    rows: 3,
    required: 'Say what you checked',
  }),
  conflict: paragraphs({
    label: 'What the conflict is',
    hint: 'It stays on the record. You can then no longer work on this application or its assessment.',
    max: reasonLimit,
    rows: 2,
    required: 'Say what the conflict is',
  }),
  change: paragraphs({
    label: 'Reason for your decision on the change',
    hint: 'We email it to the applicant.',
    max: reasonLimit,
    rows: 3,
    required: 'Give the reason',
  }),
}
export type ReviewField = keyof typeof reviewFields

export const answerForm = form({
  answer: paragraphs({ label: 'Your answer', max: answerLimit, required: 'Write your answer' }),
})

const ids = (typed: string) => !/^([0-9a-f-]{36}(,|$)){0,20}$/.test(typed) && 'Choose at most 20 documents'

export const letterForm = form({
  salutation: text({ label: 'Salutation', max: 150, required: 'Enter a salutation' }),
  subject: text({ label: 'Subject', max: 150, required: 'Enter a subject' }),
  text: paragraphs({ label: 'Text', max: letterLimit, rows: 12, required: 'Write the text' }),
  quote: box({ label: 'Quote what you answer' }),
  files: text({ label: 'Documents', max: 1000, check: ids }),
  /** The documents that the warning has named. */
  confirmed: text({ label: 'Confirmed documents', max: 1000 }),
  answer: text({ label: 'Answered email', max: 36 }),
  /** Random for each form, so that a second press sends nothing. */
  seen: text({ label: 'Form', max: 36, required: 'Open the page again' }),
})

export const insertForm = form({
  reply: pick({ label: 'Saved reply' }),
  text: paragraphs({ label: 'Text', max: letterLimit }),
})

export const attachForm = form({
  mail: text({ label: 'Email', max: 36, required: 'This is not valid' }),
  reference: text({ label: 'Reference of the case', max: 40, required: 'Enter the reference of the case' }),
})
