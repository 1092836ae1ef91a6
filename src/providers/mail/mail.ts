import type { MailAddress } from '#domain/mail-address.ts'

export type MailAttachment = {
  name: string
  contentType: string
  /** What a calendar file asks the reader's calendar to do (RFC 5546). */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  content: Uint8Array
}

export type OutgoingMail = {
  /** Random and the same at every attempt, so that a receiver can recognise a repetition. */
  id: string
  to: MailAddress
  subject: string
  text: string
  html: string
  unsubscribe?: string | null
  /** Where answers go instead of the sender. */
  replyTo?: string | null
  /** By a person: programs may then say that its reader is away. */
  isWritten?: boolean
  inReplyTo?: string | null
  attachments: MailAttachment[]
}

export type MailOutcome =
  | { kind: 'sent' }
  /** No mail server: it stays in the mailbox of the admin area. */
  | { kind: 'kept' }
  /** The server will never take it for this recipient. `bounce`: what that says of the address. */
  | { kind: 'refused'; reason: string; bounce: 'hard' | 'soft' | null }
  /** Trying again later may help. `cause` names nobody. */
  | { kind: 'unavailable'; cause: string; reason: string }

/** Never throws; a reason is one line for the admin area and may name the recipient. */
export type Mail = { send: (mail: OutgoingMail) => Promise<MailOutcome> }
