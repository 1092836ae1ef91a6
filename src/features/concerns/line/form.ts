import { choice, email, form, paragraphs, text } from '#wire/define-form.ts'
import { concernSubjects } from './rules.ts'

const caseFields = {
  inDanger: choice({
    label: 'Is anyone in danger now?',
    choices: { yes: 'Yes', no: 'No' },
    inline: true,
    required: 'Say whether anyone is in danger now',
  }),
  about: choice({ label: 'What is it about?', choices: concernSubjects, required: 'Choose what it is about' }),
  event: text({
    label: 'Which event or certificate?',
    hint: 'The number, if you have it, or the name.',
    max: 200,
    required: 'Enter the name of the event or the number of its certificate',
  }),
  place: text({ label: 'Where?', hint: 'A venue, a town, or the address of a web page.', max: 200, optional: true }),
  occurred: text({ label: 'When?', hint: 'For example: last Saturday evening.', max: 120, optional: true }),
  happened: paragraphs({
    label: 'What happened?',
    hint: 'Do not give your own name here, and no health or children’s data.',
    max: 5000,
    rows: 8,
    required: 'Tell us what happened',
  }),
}
const reporterFields = {
  name: text({ label: 'Your name', max: 120, autoComplete: 'name', optional: true }),
  email: email({
    label: 'Your email address',
    hint: 'We will email you to confirm that we have your report, and to tell you the result.',
    autoComplete: 'email',
    optional: true,
  }),
}

/** A heading of the page divides the two parts. */
export const caseForm = form(caseFields)
export const reporterForm = form(reporterFields)
export const concernForm = form({ ...caseFields, ...reporterFields }, { honeypot: true })

export const messageForm = form({
  message: paragraphs({
    label: 'Your message',
    hint: 'We will read it with your report. It is not shown on this page.',
    max: 4000,
    required: 'Write your message',
  }),
})

export const replyForm = form({
  answer: paragraphs({
    label: 'Your answer to us',
    hint: 'We do not publish this answer. You can answer once.',
    max: 4000,
    rows: 8,
    required: 'Write your answer',
  }),
  publicReply: paragraphs({
    label: 'Your reply for the public',
    hint: 'If we uphold the concern, we publish this on the entry’s page, below our own note. Do not name anyone. If we do not uphold it, we publish nothing.',
    max: 600,
    rows: 4,
    optional: true,
  }),
})
