import { box, form, paragraphs, pick, text } from '#wire/define-form.ts'
import { letterLimit } from './rules.ts'

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
