import type { FormState } from '#wire/form.ts'
import type { NamedSubject } from './named-subject.ts'

/** Mails of changes that one mailbox gets within an hour; what changes after that is told in one mail when the hour is over. */
export const maxMailsPerHour = 3

/** Mails that one mailbox gets within an hour because somebody typed its address into the form. */
export const maxRequestsPerHour = 5

/** How often somebody is told. */
export const cadences = {
  'at-once': {
    label: 'At once',
    hint: `Within minutes, in at most ${maxMailsPerHour} emails an hour. Several changes in a short time are one email.`,
  },
  weekly: { label: 'Once a week', hint: 'On Monday morning, if anything has changed.' },
} as const
export type Cadence = keyof typeof cadences
export const cadenceNames = Object.keys(cadences) as Cadence[]

/** Days that a request can be confirmed. */
export const requestDays = 7

/** What one address follows at most. */
export const maxFollows = 50

/** Changes that one mail tells of; of more than that, the last. */
export const maxToldChanges = 30

/** What the page shows where something can be followed. */
export type FollowData = {
  subject: NamedSubject
  /** The subject as the query of an address. */
  of: string
  form: FormState
  /** The form was taken. */
  isAsked: boolean
}

/** What the page of a confirmation link shows. */
export type FollowConfirmationData =
  | { kind: 'usable'; token: string; subject: NamedSubject | null; cadence: Cadence; isFull: boolean }
  /** Followed since; `mine` is the address of the page with everything that is followed. */
  | { kind: 'used'; mine: string }
  /** `unknown`: not of ours, forgotten, or cut off on its way. */
  | { kind: 'expired' | 'unknown' }

/** What the page of everything that an address follows shows. */
export type FollowingData = {
  token: string
  /** The address, with most of it left out. */
  to: string
  /** Empty: nothing (any more), or the link is none of ours. */
  follows: { id: string; subject: NamedSubject | null; cadence: Cadence }[]
  /** A follow has just begun, a change was made, or everything was stopped. */
  said: 'begun' | 'changed' | 'stopped' | null
}
