/** `hard`: mail will never arrive at this address; `soft`: another mail might; `complaint`: the reader reported spam. */
export type BounceKind = 'hard' | 'soft' | 'complaint'

export const softLimit = { bounces: 3, days: 7 }

export const causeWords: Record<BounceKind, string> = {
  hard: 'An email to it came back: the address does not take mail.',
  soft: `${softLimit.bounces} emails to it came back within ${softLimit.days} days.`,
  complaint: 'Its reader reported an email as spam.',
}

export const causeLabels: Record<BounceKind, string> = {
  hard: 'Takes no mail',
  soft: 'Bounced often',
  complaint: 'Reported as spam',
}

export function notSentWords(cause: BounceKind): string {
  return `Not sent, because the address is suppressed. ${causeWords[cause]}`
}

export type SuppressedAddress = {
  id: string
  email: string
  cause: BounceKind
  /** What the recipient's server or the mail provider said; may be empty. */
  reason: string
  since: string
}
