import { mail } from '#mail/mail.ts'
import { type DisabledBy, linkDays, logDays } from './rules.ts'

const warning = `The link works for ${linkDays} days. Anyone who has it can change your endpoints, so do not forward it.`

export const webhookLinkMail = (email: string, link: string) =>
  mail('webhook-link', {
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your link to webhooks of the register',
  })`
    Someone, probably you, asked for webhooks that tell of changes in the register.

    [Manage your webhooks](${link})

    ${warning}

    If this was not you, ignore this email. Nothing is sent anywhere.`

export const newLinkMail = (email: string, link: string) =>
  mail('webhook-link-replaced', {
    causedBy: 'system',
    to: { name: '', email },
    subject: 'Your new link to webhooks of the register',
  })`
    Someone who had your link, probably you, ended all links that we had sent you. This is the new one.

    [Manage your webhooks](${link})

    ${warning}

    If somebody else had a link before, look at your endpoints and replace their secrets.`

const why: Record<DisabledBy, string> = {
  failures: 'Nothing that we sent there was accepted for three days.',
  gone: 'It answered 410, which means that it wants no more events.',
  admin: 'Our staff have switched it off. Reply to this email if you think that this is a mistake.',
}

export const disabledMail = ({ email, address }: { email: string; address: string }, by: DisabledBy, link: string) =>
  mail('webhook-disabled', {
    causedBy: 'system',
    to: { name: '', email },
    subject: 'A webhook was switched off',
  })`
    We have stopped sending events to this endpoint:

    | Endpoint: ${address}

    ${why[by]}

    ${by !== 'admin' && `When it works again, switch it on and have the changes of the last ${logDays} days sent again.`}

    [Manage your webhooks](${link})

    ${warning}`
