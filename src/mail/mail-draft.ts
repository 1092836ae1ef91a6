import type { MailAddress } from '#domain/mail-address.ts'
import type { MailAttachment } from '#providers/mail/mail.ts'

/** Both parts of a mail are made of the same pieces. Texts are plain: no markup, and a paragraph's line breaks stay. */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'linked'; items: { text: string; links: { label: string; href: string }[] }[] }
  | { kind: 'facts'; facts: { term: string; details: string | null | undefined }[] }
  /** `href` is a path of this site (from `href`) or an absolute address. */
  | { kind: 'button'; label: string; href: string }

/** Read from the file store when the email is sent. */
export type StoredAttachment = { name: string; contentType: string; fileKey: string }

export type MailDraft = {
  kind: string
  /** `visitor`: anybody with a typed address, so it is counted for each mailbox. `system`: time, the payment provider, or the mailbox's reader. */
  causedBy: 'visitor' | 'staff' | 'system'
  /** The key of what happens once, such as `application-approved:<id>`. */
  once?: string
  /** The id of the application that it is about, for whose organiser it is: it is shown with the case, and answers come back there. */
  application?: string
  /** Of what a person has written themselves. */
  author?: { name: string; inReplyTo: string | null }
  to: MailAddress
  subject: string
  body: MailBlock[]
  attachments?: (MailAttachment | StoredAttachment)[]
  /** Of a mail to a list: the page (a path from `href`) where one click unsubscribes (RFC 8058). */
  unsubscribe?: string
}
