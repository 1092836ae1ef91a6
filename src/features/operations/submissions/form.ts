import { choice, form, paragraphs, pick } from '#wire/define-form.ts'

export const assignForm = form({ person: pick({ label: 'Looked after by' }) })

export const messageForm = form({
  message: paragraphs({ label: 'Message', max: 4000, rows: 6, required: 'Write the message' }),
  as: choice({
    label: 'What it is',
    choices: { sent: 'A reply', received: 'Their answer', note: 'A note' },
    hints: {
      sent: 'We email it to them. The enquiry then waits for their answer',
      received: 'You add it yourself. The enquiry is then open again',
      note: 'Only people in the admin area can see it',
    },
    initial: 'sent',
    required: 'This is not valid',
  }),
})
