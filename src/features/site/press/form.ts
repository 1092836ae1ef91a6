import { email, form } from '#wire/define-form.ts'

export const subscriptionForm = form(
  { email: email({ label: 'Email', required: 'Enter your email address', autoComplete: 'email' }) },
  { honeypot: true },
)

export const requestDays = 7
