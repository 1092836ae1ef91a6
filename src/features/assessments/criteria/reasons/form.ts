import { form, listed, paragraphs, text } from '#wire/define-form.ts'
import { type ReasonKind, reasonKindNames, reasonKinds, replyTextLimit } from '../reason-kinds.ts'

const labels = Object.fromEntries(reasonKindNames.map((kind) => [kind, reasonKinds[kind].label]))

export const reasonForm = form({
  kind: listed({
    label: 'Reason for',
    none: 'Choose one',
    choices: labels as Record<ReasonKind, string>,
    required: 'Choose what it is a reason for',
  }),
  text: paragraphs({ label: 'Text', rows: 3, max: replyTextLimit, required: 'Write the text' }),
  /** The text's revision, or the id of a new text, so that a second click adds nothing. */
  seen: text({ label: '', max: 100 }),
})
