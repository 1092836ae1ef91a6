import type { Brand } from '#brand.ts'
import { howToAppeal } from '#domain/appeals.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'

const words = {
  suspend: { subject: 'is suspended', text: 'It is not accredited while the suspension lasts.' },
  reinstate: {
    subject: 'is reinstated',
    text: 'The suspension or revocation has ended and the event is accredited again.',
  },
  /** Reinstated after its time has run out: it stands as lapsed. */
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

/** To the organiser: the register status of an entry was changed, why, and whom to ask. `link` is a path of this site. */
export function statusChangedMail(
  organiser: MailAddress,
  entry: {
    number: string
    title: string
    act: keyof typeof words
    reason: string
    link: string
    /** Leads to the appeal (`appealLink`); null for an entry without an application, whose organiser writes to us instead. */
    appeal: string | null
  },
  brand: Brand,
): MailDraft {
  const { subject, text } = words[entry.act]
  return {
    kind: 'register-status-changed',
    causedBy: 'staff',
    to: organiser,
    subject: `The accreditation ${entry.number} ${subject}`,
    body: [
      { kind: 'paragraph', text: `Hello ${organiser.name},` },
      { kind: 'paragraph', text: `The accreditation ${entry.number} of ${entry.title} ${subject}. ${text}` },
      { kind: 'paragraph', text: `The reason shown in the public register: ${entry.reason}` },
      {
        kind: 'paragraph',
        text: `If you disagree, or we have missed something, email ${brand.complianceEmail} and quote ${entry.number}.`,
      },
      { kind: 'button', label: 'See the entry', href: entry.link },
      ...appeal(entry),
    ],
  }
}

/** How to appeal, where something was taken away from an applicant. */
function appeal({ act, appeal: link }: { act: keyof typeof words; appeal: string | null }): MailBlock[] {
  if (link === null || (act !== 'suspend' && act !== 'revoke')) return []
  return [
    { kind: 'paragraph', text: howToAppeal },
    { kind: 'button', label: 'Appeal', href: link },
  ]
}
