import { form, paragraphs } from '#wire/define-form.ts'

/** What the record of a case says was done; the person's name stands in front where there is one. */
const stepWords = {
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

/** A step of a case: what was done, by whom (empty for people outside the admin area), what there is to say, and when (ISO, UTC). */
export type CaseStep = { id: number; kind: StepKind; by: string; text: string; at: string }

/** The record of a case as its page of the admin area tells it (`AdminHistory`). */
export function pastEvents(steps: readonly CaseStep[]) {
  return steps.map(({ id, kind, by, text, at }) => ({ key: id, at, what: stepWords[kind], by, why: text || null }))
}

export const noteForm = form({
  note: paragraphs({ label: 'Note', hint: 'Only staff can see this.', max: 4000, rows: 3, required: 'Write the note' }),
})
