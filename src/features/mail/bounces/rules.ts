import type { BounceKind } from '../../../providers/bounces/bounces.ts'

/** So many soft bounces of one address within so many days, and it is suppressed. */
export const softLimit = { bounces: 3, days: 7 }

/** Why an address is suppressed. */
export type SuppressionCause = BounceKind

/** Why emails to an address are not sent, in a sentence for the admin area. */
export const causeWords: Record<SuppressionCause, string> = {
  hard: 'An email to it came back: the address does not take mail.',
  soft: `${softLimit.bounces} emails to it came back within ${softLimit.days} days.`,
  complaint: 'Its reader reported an email as spam.',
}

/** The same in a word or two, for the list. */
export const causeLabels: Record<SuppressionCause, string> = {
  hard: 'Takes no mail',
  soft: 'Bounced often',
  complaint: 'Reported as spam',
}

/** What a mail to a suppressed address says of itself in the mailbox. */
export function notSentWords(cause: SuppressionCause): string {
  return `Not sent, because the address is suppressed. ${causeWords[cause]}`
}
