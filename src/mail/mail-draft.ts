import type { MailAddress } from '#domain/mail-address.ts'
import type { MailAttachment } from '#providers/mail/mail.ts'

/**
 * A piece of a mail. Both parts of the mail are made of the same pieces, so that neither can say something else than the other.
 * Texts are plain texts: nothing in them is markup, and line breaks of a paragraph stay.
 */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: string[] }
  /** Sentences, each with the links that belong to it. */
  | { kind: 'linked'; items: { text: string; links: { label: string; href: string }[] }[] }
  /** Names and what stands behind them; what is empty is left out. */
  | { kind: 'facts'; facts: { term: string; details: string | null | undefined }[] }
  /** A link that is the point of the mail. `href` is a path of this site (from `href`) or an absolute address. */
  | { kind: 'button'; label: string; href: string }

/** A mail as a template writes it. */
export type MailDraft = {
  /** The template's name. */
  kind: string
  /**
   * Who can have it sent. `visitor`: anybody, with an address that they type into a form, so `queueMail` counts it for each mailbox, and it
   * holds nothing that was typed unless the address is confirmed. `staff`: somebody who works here. `system`: time, the
   * payment provider, or whoever reads that mailbox.
   */
  causedBy: 'visitor' | 'staff' | 'system'
  /** Of what happens once: for example `application-approved:<id>`. The same key is never mailed twice. */
  once?: string
  to: MailAddress
  subject: string
  body: MailBlock[]
  attachments?: MailAttachment[]
  /** Of a mail to a list: the page (a path from `href`) that one click unsubscribes at (RFC 8058). */
  unsubscribe?: string
}
