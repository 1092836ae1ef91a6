import { box, choice, form, paragraphs, pick, text } from '#wire/define-form.ts'
import { concernOutcomes, replyDays } from '../rules.ts'

export const assignForm = form({ person: pick({ label: 'Person', labelHidden: true }) })

export const entryForm = form({
  number: text({
    label: 'Number',
    hint: 'The entry that the case is about. Leave this empty if there is none. You cannot change it after asking the organiser.',
    max: 60,
  }),
})

export const questionForm = form({
  question: paragraphs({
    label: 'Your question to the organiser',
    hint: `We email this as you write it, with a link for one answer within ${replyDays} days. Use your own words. Do not include anything that could show who reported.`,
    max: 2000,
    required: 'Write what the organiser is asked',
  }),
})

export const settleForm = form({
  outcome: choice({
    label: 'How does the case end?',
    choices: concernOutcomes,
    required: 'Choose how the case ends',
  }),
  reasons: paragraphs({
    label: 'Reasons',
    hint: 'They are kept on the record, and we email them to the reporter as you write them.',
    max: 2000,
    required: 'Give the reasons',
  }),
  entryNote: paragraphs({
    label: 'Note on the entry’s page',
    hint: 'Only if you uphold it: one or two neutral sentences. Everyone can read them until the note is removed.',
    max: 400,
    rows: 3,
  }),
  leaveReplyOut: box({ label: 'Leave out the organiser’s reply, because it names someone' }),
})

export const removalForm = form({
  removal: paragraphs({
    label: 'Reason for removing the note',
    hint: 'It stays in the record of the case.',
    max: 400,
    rows: 3,
    required: 'Give the reason for removing the note',
  }),
})
