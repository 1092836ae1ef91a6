import { email, form, listed, paragraphs, phone, text } from '#wire/define-form.ts'
import { complaintSubjects } from './rules.ts'

export const complaintForm = form(
  {
    about: listed({
      label: 'What is it about?',
      choices: complaintSubjects,
      none: 'Choose one',
      required: 'Choose what it is about',
    }),
    concerns: text({
      label: 'Which event, certificate or application?',
      hint: 'A name, number or reference, if you have one.',
      max: 200,
      optional: true,
    }),
    message: paragraphs({
      label: 'What happened, and what should we do about it?',
      max: 5000,
      rows: 8,
      required: 'Tell us what happened',
    }),
    name: text({ label: 'Your name', autoComplete: 'name', max: 120, required: 'Enter your name' }),
    email: email({
      label: 'Your email address',
      hint: 'We will send the reference and the answer to this address.',
      autoComplete: 'email',
      required: 'Enter your email address',
    }),
    phone: phone({ label: 'Your phone number', autoComplete: 'tel', optional: true }),
  },
  { honeypot: true },
)
