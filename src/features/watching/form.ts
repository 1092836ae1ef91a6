import { isUuid } from '#domain/is-uuid.ts'
import { choice, email, form, text } from '#wire/define-form.ts'
import { cadences } from './rules.ts'

const labels = { 'at-once': cadences['at-once'].label, weekly: cadences.weekly.label }

export const followForm = form(
  {
    of: text({ label: 'What to follow', max: 600 }),
    email: email({
      label: 'Email',
      hint: 'We email you a link first to confirm your address.',
      required: 'Enter your email address',
      autoComplete: 'email',
    }),
    cadence: choice({ label: 'How often', choices: labels, initial: 'at-once', required: 'Choose how often' }),
  },
  { honeypot: true },
)

const id = text({ label: 'What is followed', max: 36, check: (id) => !isUuid(id) && 'This is not valid' })

export const stopForm = form({ id: { ...id, required: 'This is not valid' } })

export const cadenceForm = form({
  ...stopForm.fields,
  cadence: choice({ label: 'How often', choices: labels, required: 'Choose how often' }),
})
