import { type Actor, recordChange } from '#database/record-change.ts'
import { notSentWords } from '#domain/bounces.ts'
import { isMailAddress } from '#domain/mail-address.ts'
import { noteBounce } from '#features/mailbox/bounces/server/note-bounce.ts'
import { queueSending } from '#mail/queue-mail.ts'
import type { MailOutcome } from '#providers/mail/mail.ts'
import type { Services } from '#requests/services.ts'
import { claimMail, findAttempt, listAttachments, releaseMail, settleMail, wakeFailed, wakeMail } from './queries.ts'

/** Longer than the mail server is ever waited for. */
const attemptSeconds = 180
/** With the queue's backoff (from 3 seconds to 6 hours) these spread over about 40 hours. */
const maxAttempts = 16

/**
 * Hands one mail to the mail server. The claim lets one process at a time have it, and only while it waits: a job that runs twice
 * sends once. Where a process dies between the server's yes and our note of it, the mail goes out again under the same Message-ID.
 *
 * Throws while the server is not available, so that the queue tries again later.
 */
export async function sendMail(
  { mailId }: { mailId: string },
  { sql, mail }: Pick<Services, 'sql' | 'mail'>,
): Promise<void> {
  const [claimed] = await claimMail(sql, { mailId, seconds: attemptSeconds })
  if (!claimed) return await lookAgainLater(mailId, sql)
  if (!isMailAddress(claimed.to_email)) {
    await settleMail(sql, { mailId, state: 'failed', reason: 'Emails cannot be sent to this address.' })
    return
  }
  if (claimed.suppression) {
    await settleMail(sql, { mailId, state: 'suppressed', reason: notSentWords(claimed.suppression) })
    return
  }
  const attachments = await listAttachments(sql, { mailId })
  const outcome = await mail.send({
    id: claimed.id,
    to: { name: claimed.to_name, email: claimed.to_email },
    subject: claimed.subject,
    text: claimed.text_body,
    html: claimed.html_body,
    unsubscribe: claimed.unsubscribe_url,
    attachments: attachments.map(({ content_type: contentType, ...attachment }) => ({ ...attachment, contentType })),
  })
  if (outcome.kind === 'sent' || outcome.kind === 'kept') {
    await settleMail(sql, { mailId, state: outcome.kind, reason: null })
  } else if (outcome.kind === 'refused') {
    await settleRefused(sql, claimed, outcome)
  } else if (claimed.attempts >= maxAttempts) {
    await settleMail(sql, {
      mailId,
      state: 'failed',
      reason: `Failed after ${maxAttempts} attempts. ${outcome.reason}`,
    })
  } else {
    await releaseMail(sql, { mailId, reason: outcome.reason })
    // The reason may name the recipient, so it stays out of the log.
    throw new Error(`${outcome.cause} We will try again.`)
  }
}

/** What the server says of the address is a bounce like one that the provider reports later. */
async function settleRefused(
  sql: Services['sql'],
  { id: mailId, to_email: email }: { id: string; to_email: string },
  { reason, bounce }: Extract<MailOutcome, { kind: 'refused' }>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await settleMail(transaction, { mailId, state: bounce ? 'bounced' : 'failed', reason })
    // Sent again by hand and refused again, it counts once more.
    const id = `${mailId} ${Bun.randomUUIDv7()}`
    if (bounce) await noteBounce(transaction, 'smtp', { id, email, kind: bounce, reason, mailId: null })
  })
}

/** Another process is handing the mail over, or has died doing so: once its time is over, somebody looks again. */
async function lookAgainLater(mailId: string, sql: Services['sql']): Promise<void> {
  const [attempt] = await findAttempt(sql, { mailId })
  if (attempt) await queueSending(sql, mailId, attempt.sending_until)
}

/**
 * Tries a mail again that did not arrive, from the first attempt.
 *
 * @returns false for any other.
 */
export async function sendAgain(mailId: string, { sql }: Pick<Services, 'sql'>, actor: Actor): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const [woken] = await wakeMail(transaction, { mailId })
    if (!woken) return false
    await queueSending(transaction, mailId)
    await recordChange(transaction, { actor, subject: { kind: 'mail', id: mailId }, action: 'sent-again' })
    return true
  })
}

/** The most mails that are tried again at once. */
const maxAgain = 1000

/** Tries every failed mail again, for example after the mail server was set up wrongly. @returns how many. */
export async function sendAllAgain({ sql }: Pick<Services, 'sql'>, actor: Actor): Promise<number> {
  return await sql.begin(async (transaction) => {
    const woken = await wakeFailed(transaction, { most: maxAgain })
    for (const { id } of woken) await queueSending(transaction, id)
    if (woken.length > 0) {
      const after = { mails: woken.length }
      await recordChange(transaction, { actor, subject: { kind: 'mail', id: 'failed' }, action: 'sent-again', after })
    }
    return woken.length
  })
}
