import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { mail } from '#mail/mail.ts'
import type { StoredAttachment } from '#mail/mail-draft.ts'
import { quoted } from './rules.ts'

export const caseMail = (
  letter: { salutation: string; subject: string; text: string },
  head: {
    once: string
    application: string
    to: { name: string; email: string }
    author: string
    attachments: StoredAttachment[]
  },
  /** Null where nothing is quoted. */
  answered: { messageId: string | null; quote: { text: string; at: Instant } | null } | null,
) =>
  mail('case-mail', {
    causedBy: 'staff',
    once: head.once,
    application: head.application,
    author: { name: head.author, inReplyTo: answered?.messageId ?? null },
    to: head.to,
    subject: letter.subject,
    attachments: head.attachments,
  })`
    ${letter.salutation}

    ${letter.text}

    ${head.author}

    ${answered?.quote && `On ${londonDateOf(answered.quote.at)} you wrote:\n${quoted(answered.quote.text)}`}`
