import { email, form, text } from '#wire/define-form.ts'
import { content } from './content.ts'

export const signUpForm = form(
  {
    name: text({ label: 'Name', max: 120, required: 'Enter your name', autoComplete: 'name' }),
    email: email({
      label: 'Email',
      hint: content.form.hint,
      required: 'Enter your email address',
      autoComplete: 'email',
    }),
  },
  { honeypot: true },
)
