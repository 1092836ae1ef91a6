import type { MailAddress } from '#domain/mail-address.ts'

export type MailAttachment = {
  /** File name. */
  name: string
  /** For example `application/pdf`; a calendar file is `text/calendar`. */
  contentType: string
  /** Of a calendar file: what it asks the reader's calendar to do (RFC 5546). */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  content: Uint8Array
}

export type OutgoingMail = {
  /** Random and the same at every attempt: a receiver that got a mail twice can tell. */
  id: string
  to: MailAddress
  subject: string
  text: string
  html: string
  /** Of a mail to a list: where one click unsubscribes; null for any other. */
  unsubscribe?: string | null
  attachments: MailAttachment[]
}

export type MailOutcome =
  | { kind: 'sent' }
  /** There is no mail server: the mail stands in the mailbox of the admin area and goes nowhere. */
  | { kind: 'kept' }
  /** The server will never take this mail for this recipient. `bounce`: what that says of the address; null for nothing. */
  | { kind: 'refused'; reason: string; bounce: 'hard' | 'soft' | null }
  /** Not now: trying again later may help. `cause` names nobody. */
  | { kind: 'unavailable'; cause: string; reason: string }

/** Hands mails over to a mail server. Never throws; a reason is one line for the admin area and may name the recipient. */
export type Mail = { send: (mail: OutgoingMail) => Promise<MailOutcome> }
