import { query } from '../../../database/query.ts'
import type { MailState } from '../rules.ts'

type AttachmentRow = {
  position: number
  name: string
  content_type: string
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  content: Uint8Array
}

export type MailListRow = {
  id: string
  kind: string
  to_name: string
  to_email: string
  subject: string
  state: MailState
  /** Why the last attempt came to nothing. */
  reason: string | null
  created_at: string
}

export type MailRow = MailListRow & {
  text_body: string
  attempts: number
  settled_at: string | null
  attachments: { position: number; name: string; contentType: string; bytes: number }[]
}

export const insertMail = query<
  [
    kind: string,
    onceKey: string | null,
    toName: string,
    toEmail: string,
    subject: string,
    text: string,
    html: string,
    unsubscribeUrl: string | null,
  ],
  { id: string }
>('mail/insert-mail')
export const insertAttachment =
  query<
    [mailId: string, position: number, name: string, contentType: string, method: string | null, content: Uint8Array]
  >('mail/insert-attachment')
export const claimMail = query<
  [mailId: string, seconds: number],
  {
    id: string
    attempts: number
    to_name: string
    to_email: string
    subject: string
    text_body: string
    html_body: string
    unsubscribe_url: string | null
  }
>('mail/claim-mail')
export const settleMail = query<[mailId: string, state: MailState, reason: string | null]>('mail/settle-mail')
export const releaseMail = query<[mailId: string, reason: string]>('mail/release-mail')
export const listAbandonedMails = query<[], { id: string }>('mail/list-abandoned-mails')
export const wakeMail = query<[mailId: string], { id: string }>('mail/wake-mail')
export const listAttachments = query<[mailId: string], AttachmentRow>('mail/list-attachments')
export const readAttachment = query<
  [mailId: string, position: number],
  Pick<AttachmentRow, 'name' | 'content_type' | 'content'>
>('mail/read-attachment')
export const listMails = query<
  [state: MailState | null, text: string | null, before: string | null, limit: number],
  MailListRow
>('mail/list-mails')
export const countUnsettled = query<[], { waiting: number; failed: number }>('mail/count-unsettled')
export const wakeFailed = query<[most: number], { id: string }>('mail/wake-failed')
export const readMail = query<[mailId: string], MailRow>('mail/read-mail')
export const readHtml = query<[mailId: string], { html_body: string }>('mail/read-html')
