import { longDay } from '#domain/london-time.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { type PressRelease, press } from '../content.ts'
import { requestDays } from '../rules.ts'
import type { Subscription } from './queries.ts'

const goodbye =
  'You get this email because this address is subscribed to our press releases. To unsubscribe, use this link.'

/** Asks whoever reads the address to confirm; without it nothing is ever sent there again. `token` is the request's. */
export function confirmationMail(email: string, token: string): MailDraft {
  return {
    kind: 'press-confirmation',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Please confirm: press releases by email',
    body: [
      { kind: 'paragraph', text: 'Someone, probably you, asked us to send our press releases to this address.' },
      { kind: 'button', label: 'Confirm the subscription', href: href('pressConfirmation', { token }) },
      { kind: 'paragraph', text: press.subscription.consent },
      {
        kind: 'paragraph',
        text: `The link works once, within ${requestDays} days. If you did not ask for this, ignore this email. We will not email you again.`,
      },
    ],
  }
}

/** The answer to an address that asks again: only whoever reads its mail learns that it is subscribed. */
export function stillSubscribedMail(subscription: Subscription): MailDraft {
  return toSubscriber(subscription, {
    kind: 'press-still-subscribed',
    causedBy: 'visitor',
    subject: 'You are subscribed to our press releases',
    body: [
      {
        kind: 'paragraph',
        text: 'Someone, probably you, asked us to send our press releases to this address. It is already subscribed, so you do not need to do anything.',
      },
    ],
  })
}

/** Tells that the subscription has begun. */
export function welcomeMail(subscription: Subscription): MailDraft {
  return toSubscriber(subscription, {
    kind: 'press-welcome',
    causedBy: 'visitor',
    once: `press-welcome:${subscription.id}`,
    subject: 'You are subscribed to our press releases',
    body: [
      {
        kind: 'paragraph',
        text: 'Thank you for confirming. We will email you each new press release on the day it is published.',
      },
      { kind: 'button', label: 'Releases so far', href: href('press') },
    ],
  })
}

/** One release for one subscriber. */
export function releaseMail(release: PressRelease, subscription: Subscription): MailDraft {
  return toSubscriber(subscription, {
    kind: 'press-release',
    causedBy: 'staff',
    once: `press-release:${release.id}:${subscription.id}`,
    subject: release.title,
    body: [
      { kind: 'heading', text: release.title },
      { kind: 'paragraph', text: `${longDay(release.publishedAt)} · ${release.category}` },
      { kind: 'paragraph', text: release.excerpt },
      { kind: 'button', label: 'Read the release', href: release.downloadUrl },
    ],
  })
}

function toSubscriber({ email, unsubscribe_token: token }: Subscription, mail: Omit<MailDraft, 'to'>): MailDraft {
  const unsubscribe = href('pressUnsubscribe', { token })
  return {
    ...mail,
    to: { name: '', email },
    body: [
      ...mail.body,
      { kind: 'paragraph', text: goodbye },
      { kind: 'button', label: 'Unsubscribe', href: unsubscribe },
    ],
    unsubscribe,
  }
}
