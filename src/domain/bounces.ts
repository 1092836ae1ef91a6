/**
 * - `hard`: mail will never arrive at this address.
 * - `soft`: this mail did not arrive, another one might.
 * - `complaint`: the reader reported a mail as spam.
 */
export type BounceKind = 'hard' | 'soft' | 'complaint'

/** So many soft bounces of one address within so many days, and it is suppressed. */
export const softLimit = { bounces: 3, days: 7 }

/** Why emails to an address are not sent, in a sentence for the admin area. */
export const causeWords: Record<BounceKind, string> = {
  hard: 'An email to it came back: the address does not take mail.',
  soft: `${softLimit.bounces} emails to it came back within ${softLimit.days} days.`,
  complaint: 'Its reader reported an email as spam.',
}

/** The same in a word or two, for the list. */
export const causeLabels: Record<BounceKind, string> = {
  hard: 'Takes no mail',
  soft: 'Bounced often',
  complaint: 'Reported as spam',
}

/** What a mail to a suppressed address says of itself in the mailbox. */
export function notSentWords(cause: BounceKind): string {
  return `Not sent, because the address is suppressed. ${causeWords[cause]}`
}

/** An address that gets no mail. */
export type SuppressedAddress = {
  id: string
  email: string
  cause: BounceKind
  /** What the recipient's server or the mail provider said; may be empty. */
  reason: string
  since: string
}
