import { email, form, text } from '#wire/define-form.ts'

export const signUpForm = form(
  {
    name: text({ label: 'Name', max: 120, required: 'Enter your name', autoComplete: 'name' }),
    email: email({
      label: 'Email',
      hint: 'We send the link to join to this address.',
      required: 'Enter your email address',
      autoComplete: 'email',
    }),
  },
  { honeypot: true },
)
