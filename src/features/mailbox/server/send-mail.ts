import { type CamelSql, camel } from '#database/camel.ts'
import { isDatabaseUnavailable } from '#database/database-problem.ts'
import { type BounceKind, notSentWords } from '#domain/bounces.ts'
import { isMailAddress } from '#domain/mail-address.ts'
import { caseAddress } from '#mail/case-address.ts'
import { queueSending } from '#mail/queue-mail.ts'
import type { MailAttachment, OutgoingMail } from '#providers/mail/mail.ts'
import type { Services } from '#requests/services.ts'
import { noteBounce } from '../bounces/server/receive-bounces.ts'
import type { MailState } from '../rules.ts'

/** Longer than any wait for the mail server. */
const attemptSeconds = 180
/** With the queue's backoff (from 3 seconds to 6 hours) these spread over about 40 hours. */
const maxAttempts = 16

type ClaimedMail = {
  id: string
  toName: string
  toEmail: string
  subject: string
  textBody: string
  htmlBody: string
  unsubscribeUrl: string | null
  applicationId: string | null
  authorName: string | null
  inReplyTo: string | null
}

/**
 * Hands one email to the mail server, once. The claim lets one process at a time have it. One that a process died with may have arrived:
 * a person decides in the mailbox whether it is sent again.
 * Throws while the server is not available, so that the queue tries again later.
 */
export async function sendMail(
  { mailId }: { mailId: string },
  services: Pick<Services, 'sql' | 'mail' | 'env' | 'files'>,
): Promise<void> {
  const sql = camel(services.sql)
  const [claimed] = await sql<
    (ClaimedMail & { attempts: number; suppression: BounceKind | null; isDoubtful: boolean })[]
  >`
    update mails as m
    set attempts = attempts + 1, sending_until = now() + make_interval(secs => ${attemptSeconds}::int)
    from (select sending_until is not null as is_doubtful from mails where id = ${mailId}::uuid) as before
    where id = ${mailId}::uuid and state = 'waiting' and (sending_until is null or sending_until < now())
    returning before.is_doubtful, id, attempts, to_name, to_email, subject, text_body, html_body, unsubscribe_url,
      application_id, author_name, in_reply_to, (select cause from suppressed_addresses where email = lower(btrim(to_email)) and lifted_at is null) as suppression`
  if (!claimed) {
    // Another process is handing the email over, or has died doing so: the job looks again once its time is over.
    const [attempt] = await sql<{ sendingUntil: string }[]>`
      select sending_until from mails where id = ${mailId}::uuid and state = 'waiting' and sending_until is not null`
    if (attempt) await queueSending(sql.raw, mailId, attempt.sendingUntil)
    return
  }
  const { attempts, toEmail: email, suppression } = claimed
  if (claimed.isDoubtful) return await settle(sql, mailId, 'failed', doubtful)
  if (!isMailAddress(email)) return await settle(sql, mailId, 'failed', 'Emails cannot be sent to this address.')
  if (suppression) return await settle(sql, mailId, 'suppressed', notSentWords(suppression))
  // What is still to be read for it may be away: then nothing was handed over, and the next attempt is not in doubt.
  const message = await prepare(services, claimed).catch(async (problem: unknown) => {
    await untilNoted(() => releaseClaim(sql, mailId, null))
    throw problem
  })
  if ('deleted' in message)
    return await settle(sql, mailId, 'failed', `“${message.deleted}” was deleted before the email was sent.`)
  const outcome = await services.mail.send(message)
  if (outcome.kind === 'sent' || outcome.kind === 'kept')
    return await untilNoted(() => settle(sql, mailId, outcome.kind, null))
  const { reason } = outcome
  if (outcome.kind === 'refused') {
    const { bounce } = outcome
    // Sent again by hand and refused again, it counts again.
    const id = `${mailId} ${Bun.randomUUIDv7()}`
    return await untilNoted(() =>
      services.sql.begin(async (transaction) => {
        await settle(camel(transaction), mailId, bounce ? 'bounced' : 'failed', reason)
        if (bounce) await noteBounce(camel(transaction), 'smtp', { id, email, kind: bounce, reason, mailId: null })
      }),
    )
  }
  if (attempts >= maxAttempts)
    return await settle(sql, mailId, 'failed', `Failed after ${maxAttempts} attempts. ${reason}`)
  await untilNoted(() => releaseClaim(sql, mailId, reason))
  // The reason may name the recipient, so it stays out of the log.
  throw new Error(`${outcome.cause} We will try again.`)
}

/** @returns the email with its attachments, or the name of one whose file was deleted. @throws where the database or the files are away. */
async function prepare(
  services: Pick<Services, 'sql' | 'env' | 'files'>,
  claimed: ClaimedMail,
): Promise<OutgoingMail | { deleted: string }> {
  const { id, applicationId, toEmail: email } = claimed
  const attachments = await camel(services.sql)<(MailAttachment & { fileKey: string | null })[]>`
    select name, content_type, method, content, file_key from mail_attachments
    where mail_id = ${id}::uuid order by position`
  for (const attachment of attachments) {
    if (!attachment.fileKey) continue
    const stored = await services.files.read(attachment.fileKey)
    if (!stored) return { deleted: attachment.name }
    attachment.content = await new Response(stored as BodyInit).bytes()
  }
  return {
    id,
    to: { name: claimed.toName, email },
    subject: claimed.subject,
    text: claimed.textBody,
    html: claimed.htmlBody,
    unsubscribe: claimed.unsubscribeUrl,
    replyTo: applicationId && (await caseAddress(services.sql, { applicationId, email }, services.env)),
    inReplyTo: claimed.inReplyTo,
    isWritten: claimed.authorName !== null,
    attachments,
  }
}

export const doubtful =
  'The process ended while it handed this email to the mail server, so it may have arrived. It is not sent again by itself.'

/** What became of it is noted even where the database is away for a while: afterwards nobody knows. */
async function untilNoted(note: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + attemptSeconds * 1000; ; await Bun.sleep(500)) {
    try {
      return await note()
    } catch (problem) {
      if (!isDatabaseUnavailable(problem) || Date.now() > end) throw problem
    }
  }
}

async function settle(sql: CamelSql, mailId: string, state: MailState, reason: string | null): Promise<void> {
  await sql`
    update mails set state = ${state}::text, reason = ${reason}::text, sending_until = null, settled_at = now()
    where id = ${mailId}::uuid and state = 'waiting'`
}

async function releaseClaim(sql: CamelSql, mailId: string, reason: string | null): Promise<void> {
  await sql`
    update mails set reason = ${reason}::text, sending_until = null where id = ${mailId}::uuid and state = 'waiting'`
}

/** @returns false for one that did not fail. */
export async function sendAgain(sql: CamelSql, mailId: string): Promise<boolean> {
  const [waiting] = await sql<{ id: string }[]>`
    update mails set state = 'waiting', attempts = 0, reason = null, settled_at = null
    where id = ${mailId}::uuid and state in ('failed', 'bounced', 'suppressed')
    returning id`
  if (waiting) await queueSending(sql.raw, mailId)
  return waiting !== undefined
}
