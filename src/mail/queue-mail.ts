import { addJob } from '#database/add-job.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import type { Services } from '#requests/services.ts'
import { isAddressConfirmed } from './confirm-address.ts'
import type { MailDraft } from './mail-draft.ts'
import { renderMail } from './render-mail.ts'

/** A day, for one mailbox of `visitor` mails; once confirmed of each kind. Our own mailboxes get all, so that a flood loses no concern. */
export const maxMails = { unconfirmed: 10, confirmed: 30 }

/** Leaves after the transaction's commit; one to an unusable address fails later. @returns false where its `once` key exists or `maxMails` is reached. */
export async function queueMail(
  transaction: Transaction,
  draft: MailDraft,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<boolean> {
  if (draft.causedBy === 'visitor' && !isOurs(draft, services.brand) && !(await acceptsMore(transaction, draft)))
    return false
  const { toName, toEmail, subject, text, html } = renderMail(draft, services)
  const { application = null, author } = draft
  const unsubscribe = draft.unsubscribe ? services.env.publicUrl + draft.unsubscribe : null
  // Another transaction with the same key is waited for.
  const [mail] = await transaction<{ id: string }[]>`
    insert into mails (kind, once_key, to_name, to_email, subject, text_body, html_body, unsubscribe_url, application_id,
      author_name, in_reply_to)
    values (${draft.kind}::text, ${draft.once ?? null}::text, ${toName}::text, ${toEmail}::text, ${subject}::text,
      ${text}::text, ${html}::text, ${unsubscribe}::text, ${application}::uuid, ${author?.name ?? null}::text,
      ${author?.inReplyTo ?? null}::text)
    on conflict (once_key) do nothing
    returning id`
  if (!mail) return false
  for (const [index, attachment] of (draft.attachments ?? []).entries()) {
    const { name, contentType } = attachment
    const stored = 'fileKey' in attachment
    const { method, content } = stored ? { method: null, content: new Uint8Array() } : attachment
    await transaction<Record<string, never>[]>`
      insert into mail_attachments (mail_id, position, name, content_type, method, content, file_key)
      values (${mail.id}::uuid, ${index + 1}::int, ${name}::text, ${contentType}::text, ${method}::text, ${content}::bytea,
        ${stored ? attachment.fileKey : null}::text)`
  }
  await queueSending(transaction, mail.id)
  return true
}

function isOurs({ to }: MailDraft, { email, complianceEmail, pressEmail }: Services['brand']): boolean {
  return [email, complianceEmail, pressEmail].includes(to.email)
}

async function acceptsMore(transaction: Transaction, { kind, to: { email } }: MailDraft): Promise<boolean> {
  const seconds = 24 * 60 * 60
  // Of each kind, so that a flood of one does not stop mails of the others.
  const limit = (await isAddressConfirmed(transaction, email))
    ? { name: `mail-confirmed-${kind}`, points: maxMails.confirmed, seconds }
    : { name: 'mail-unconfirmed', points: maxMails.unconfirmed, seconds }
  return (await takeRateLimit(transaction, limit, Bun.hash(mailboxKey(email)).toString(36))) === null
}

export async function queueSending(sql: SqlRunner, mailId: string, runAt?: string): Promise<void> {
  await addJob(sql, 'send-mail', { mailId }, { key: `send-mail:${mailId}`, ...(runAt && { runAt }) })
}
