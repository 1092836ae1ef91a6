import type { ListPages, Sort } from '#wire/list-pages.ts'
import type { MailState } from './rules.ts'

/** What the mailbox shows of a mail in its list. */
export type ListedMail = {
  id: string
  kind: string
  toName: string
  toEmail: string
  subject: string
  state: MailState
  reason: string | null
  createdAt: string
}

export type MailboxData = {
  /** The filter in use; null for all. */
  state: MailState | null
  q: string
  counts: { waiting: number; failed: number }
  /** How many failed mails were just asked for again. */
  again: number | null
  mails: ListedMail[]
  /** How many addresses get no mail. */
  suppressed: number
  /** Nothing leaves: there is no mail server. */
  isKeeping: boolean
  sort: Sort<'written'>
  pages: ListPages
}

export type MailData = {
  mail: ListedMail & {
    text: string
    attempts: number
    settledAt: string | null
    attachments: { position: number; name: string; contentType: string; bytes: number }[]
  }
  from: { name: string; email: string }
  /** It has just been asked for again. */
  isAskedAgain: boolean
  /** Its address gets no mail at present. */
  isSuppressed: boolean
}
