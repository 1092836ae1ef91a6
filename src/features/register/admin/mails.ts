import type { Brand } from '#brand.ts'
import { howToAppeal } from '#domain/appeals.ts'
import { type Level, levelWords } from '#domain/assurance.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { mail } from '#mail/mail.ts'

const words = {
  suspend: { subject: 'is suspended', text: 'It is not accredited while the suspension lasts.' },
  reinstate: {
    subject: 'is reinstated',
    text: 'The suspension or revocation has ended and the event is accredited again',
  },
  /** Reinstated after its time has ended. */
  lifted: {
    subject: 'is no longer suspended or revoked',
    text: 'Its listing has ended in the meantime, so its status is lapsed.',
  },
  listed: {
    subject: 'is no longer suspended or revoked',
    text: 'It is listed, and its assessment is under way: it is not accredited yet.',
  },
  refused: {
    subject: 'is no longer suspended or revoked',
    text: 'Its assessment has ended without accreditation, and the register shows this.',
  },
  revoke: { subject: 'is revoked', text: 'The event is no longer accredited.' },
}

export function statusChangedMail(
  organiser: MailAddress,
  entry: {
    number: string
    title: string
    level: Level
    act: keyof typeof words
    reason: string
    link: string
    /** Null for an entry without an application, whose organiser writes to us instead. */
    appeal: string | null
  },
  brand: Brand,
) {
  const { number, title, act, reason, link } = entry
  const { subject, text } = words[act]
  const appeal = act === 'suspend' || act === 'revoke' ? entry.appeal : null
  return mail('register-status-changed', {
    causedBy: 'staff',
    to: organiser,
    subject: `The accreditation ${number} ${subject}`,
  })`
    Hello ${organiser.name},

    The accreditation ${number} of ${title} ${subject}. ${act === 'reinstate' ? `${text}: ${levelWords(entry.level)}.` : text}

    The reason shown in the public register: ${reason}

    If you disagree, or we have missed something, email ${brand.complianceEmail} and quote ${number}.

    [See the entry](${link})

    ${appeal && howToAppeal}

    [Appeal](${appeal})`
}
