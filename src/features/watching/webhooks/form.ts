import { email, form, text } from '#wire/define-form.ts'
import { logDays } from './rules.ts'

export const linkForm = form(
  {
    email: email({
      label: 'Your email address',
      hint: 'We email you a link. On its page you say where to send the changes. We write to you again only if one of your endpoints is switched off.',
      required: 'Enter your email address',
      autoComplete: 'email',
    }),
  },
  { honeypot: true },
)

const address = text({
  label: 'Address of your endpoint',
  hint: 'It begins with https:// and can be reached from the internet.',
  max: 500,
  required: 'Enter the address of your endpoint',
  autoComplete: 'off',
})

export const endpointForm = form({
  address: { ...address, control: 'url' },
  follow: text({
    label: 'What to follow',
    optional: true,
    hint: 'The number of an entry, or the address of its page, of an organiser, of a city or of a search in the register. Leave it empty to follow the whole register.',
    max: 1000,
    autoComplete: 'off',
  }),
})

export const replayForm = form({
  since: text({
    label: 'Since',
    hint: `In UK time, at most ${logDays} days ago. Events keep the ids that they had.`,
    max: 30,
    required: 'Enter a date and time',
    check: (typed) =>
      (!/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(typed) || Number.isNaN(Date.parse(`${typed}Z`))) &&
      'Enter a date and time, such as 2027-03-14T09:30',
  }),
})
