import type { Instant } from '#domain/formats.ts'
import { form, paragraphs } from '#wire/define-form.ts'

/** Shown after the person's name, where there is one. */
export const stepWords = {
  received: 'Received',
  message: 'Message from the person who sent the case',
  'taken-up': 'Started',
  assigned: 'Assigned',
  'entry-named': 'Register entry named',
  note: 'Note',
  asked: 'Organiser asked for an answer',
  replied: 'The organiser answered',
  upheld: 'Upheld',
  'not-upheld': 'Not upheld',
  closed: 'Closed without a finding',
  'note-removed': 'Note removed from the entry’s page',
} as const
export type StepKind = keyof typeof stepWords

/** `by` is empty for people outside the admin area. */
export type CaseStep = { id: number; kind: StepKind; by: string; text: string; at: Instant }

export const noteForm = form({
  note: paragraphs({ label: 'Note', hint: 'Only staff can see this.', max: 4000, rows: 3, required: 'Write the note' }),
})
