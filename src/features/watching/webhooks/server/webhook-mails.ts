import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { type DisabledBy, linkDays } from '../rules.ts'

const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })
const manage = (link: string): MailBlock => ({ kind: 'button', label: 'Manage your webhooks', href: link })
const warning = paragraph(
  `The link works for ${linkDays} days. Anyone who has it can change your endpoints, so do not forward it.`,
)

/** The link that somebody has asked for. Nothing that was typed stands in it. */
export function webhookLinkMail(email: string, link: string): MailDraft {
  return {
    kind: 'webhook-link',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your link to webhooks of the register',
    body: [
      paragraph('Someone, probably you, asked for webhooks that tell of changes in the register.'),
      manage(link),
      warning,
      paragraph('If this was not you, ignore this email. Nothing is sent anywhere.'),
    ],
  }
}

/** The link that takes the place of all those before it. */
export function newLinkMail(email: string, link: string): MailDraft {
  return {
    kind: 'webhook-link-replaced',
    causedBy: 'system',
    to: { name: '', email },
    subject: 'Your new link to webhooks of the register',
    body: [
      paragraph('Someone who had your link, probably you, ended all links that we had sent you. This is the new one.'),
      manage(link),
      warning,
      paragraph('If somebody else had a link before, look at your endpoints and replace their secrets.'),
    ],
  }
}

const why: Record<DisabledBy, string> = {
  failures: 'Nothing that we sent there was accepted for three days.',
  gone: 'It answered 410, which means that it wants no more events.',
  admin: 'Our staff have switched it off. Reply to this email if you think that this is a mistake.',
}

/** Tells the contact that an endpoint is switched off. */
export function disabledMail(
  { email, address }: { email: string; address: string },
  by: DisabledBy,
  link: string,
): MailDraft {
  return {
    kind: 'webhook-disabled',
    causedBy: 'system',
    to: { name: '', email },
    subject: 'A webhook was switched off',
    body: [
      paragraph('We have stopped sending events to this endpoint:'),
      { kind: 'facts', facts: [{ term: 'Endpoint', details: address }] },
      paragraph(why[by]),
      ...(by === 'admin'
        ? []
        : [paragraph('When it works again, switch it on and have the changes of the last 30 days sent again.')]),
      manage(link),
      warning,
    ],
  }
}
