/** For one mailbox. What changes after that is one email when the hour is over. */
export const maxMailsPerHour = 3

/** For one mailbox, because somebody typed its address into the form. */
export const maxRequestsPerHour = 5

export const cadences = {
  'at-once': {
    label: 'At once',
    hint: `Within minutes, in at most ${maxMailsPerHour} emails an hour. Several changes in a short time are one email.`,
  },
  weekly: { label: 'Once a week', hint: 'On Monday morning, if anything has changed.' },
} as const
export type Cadence = keyof typeof cadences

export const requestDays = 7

export const maxFollows = 50

export const maxListedChanges = 30

/** Its name, the path of its page, and of its dates as a calendar. */
export type NamedSubject = { name: string; address: string; calendar: string | null }
