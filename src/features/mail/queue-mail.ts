import { addJob } from '../../database/add-job.ts'
import type { Transaction } from '../../database/sql.ts'
import type { Services } from '../../services.ts'
import type { MailDraft } from './mail-draft.ts'
import { insertAttachment, insertMail } from './queries.ts'
import { renderMail } from './render-mail.ts'

/**
 * Writes a mail in the transaction of what it tells of: it leaves after the commit, and never when there is none. An address that
 * mail cannot be sent to does not break that transaction: the mail then ends up in the mailbox as failed.
 *
 * @returns whether it was written: false when a mail with the same `once` key exists.
 */
export async function queueMail(
  transaction: Transaction,
  draft: MailDraft,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<boolean> {
  const { toName, toEmail, subject, text, html } = renderMail(draft, services)
  const unsubscribe = draft.unsubscribe ? services.env.publicUrl + draft.unsubscribe : null
  const [mail] = await insertMail(
    transaction,
    draft.kind,
    draft.once ?? null,
    toName,
    toEmail,
    subject,
    text,
    html,
    unsubscribe,
  )
  if (!mail) return false
  for (const [index, { name, contentType, method, content }] of (draft.attachments ?? []).entries()) {
    await insertAttachment(transaction, mail.id, index + 1, name, contentType, method, content)
  }
  await addJob(transaction, 'send-mail', { mailId: mail.id }, { key: `send-mail:${mail.id}` })
  return true
}
