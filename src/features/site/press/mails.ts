import { longDay } from '#domain/london-time.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { consent, type PressRelease, requestDays } from './content.ts'

export type Subscription = { id: string; email: string; unsubscribeToken: string }

/** Without a confirmation nothing is ever sent there again. */
export const confirmationMail = (email: string, token: string) =>
  mail('press-confirmation', {
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Please confirm: press releases by email',
  })`
    Someone, probably you, asked us to send our press releases to this address.

    [Confirm the subscription](${href('pressConfirmation', { token })})

    ${consent}

    The link works once, within ${requestDays} days. If you did not ask for this, ignore this email. We will not email you again.`

/** Only somebody who reads the address's mail learns that it is subscribed. */
export const stillSubscribedMail = (subscription: Subscription) =>
  mail('press-still-subscribed', {
    causedBy: 'visitor',
    ...toSubscriber(subscription),
    subject: 'You are subscribed to our press releases',
  })`
    Someone, probably you, asked us to send our press releases to this address. It is already subscribed, so you do not need to do anything.

    ${goodbye(subscription)}`

export const welcomeMail = (subscription: Subscription) =>
  mail('press-welcome', {
    causedBy: 'visitor',
    once: `press-welcome:${subscription.id}`,
    ...toSubscriber(subscription),
    subject: 'You are subscribed to our press releases',
  })`
    Thank you for confirming. We will email you each new press release on the day it is published.

    [Releases so far](${href('press')})

    ${goodbye(subscription)}`

export const releaseMail = (release: PressRelease, subscription: Subscription) =>
  mail('press-release', {
    causedBy: 'staff',
    once: `press-release:${release.id}:${subscription.id}`,
    ...toSubscriber(subscription),
    subject: release.title,
  })`
    # ${release.title}

    ${longDay(release.publishedAt)} · ${release.category}

    ${release.excerpt}

    [Read the release](${release.downloadUrl})

    ${goodbye(subscription)}`

function toSubscriber({ email, unsubscribeToken: token }: Subscription) {
  return { to: { name: '', email }, unsubscribe: href('pressUnsubscribe', { token }) }
}

const goodbye = ({ unsubscribeToken: token }: Subscription): MailBlock[] => [
  {
    kind: 'paragraph',
    text: 'You get this email because this address is subscribed to our press releases. To unsubscribe, use this link.',
  },
  { kind: 'button', label: 'Unsubscribe', href: href('pressUnsubscribe', { token }) },
]
