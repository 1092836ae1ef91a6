/** Emails of changes that one mailbox gets within an hour; what changes after that is one email when the hour is over. */
export const maxMailsPerHour = 3

/** Emails that one mailbox gets within an hour because somebody typed its address into the form. */
export const maxRequestsPerHour = 5

export const cadences = {
  'at-once': {
    label: 'At once',
    hint: `Within minutes, in at most ${maxMailsPerHour} emails an hour. Several changes in a short time are one email.`,
  },
  weekly: { label: 'Once a week', hint: 'On Monday morning, if anything has changed.' },
} as const
export type Cadence = keyof typeof cadences

/** Days that a request can be confirmed. */
export const requestDays = 7

/** What one address follows at most. */
export const maxFollows = 50

/** Changes that one email lists; of more than that, the last. */
export const maxListedChanges = 30

/** What is followed, for people: its name, the path of its page, and of its dates as a calendar. */
export type NamedSubject = { name: string; address: string; calendar: string | null }
