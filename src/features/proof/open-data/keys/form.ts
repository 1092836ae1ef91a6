import { email, form, text } from '#wire/define-form.ts'

export const keyForm = form(
  {
    name: text({
      label: 'Your name or organisation',
      max: 120,
      required: 'Enter your name or the name of your organisation',
    }),
    email: email({ label: 'Email', autoComplete: 'email', required: 'Enter your email address' }),
  },
  { honeypot: true },
)
