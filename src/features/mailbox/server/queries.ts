import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { BounceKind } from '#domain/bounces.ts'
import type { MailState } from '#features/mailbox/rules.ts'

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

type MailRow = MailListRow & {
  text_body: string
  attempts: number
  settled_at: string | null
  attachments: { position: number; name: string; contentType: string; bytes: number }[]
}

/**
 * No row when it is not waiting or somebody is handing it over right now.
 * @param input.seconds seconds that one attempt may take
 */
export const claimMail = (sql: SqlRunner, { mailId, seconds }: { mailId: string; seconds: number }) => sql<
  {
    id: string
    attempts: number
    to_name: string
    to_email: string
    subject: string
    text_body: string
    html_body: string
    unsubscribe_url: string | null
    /** Why its address gets no mail; null for one that does. */
    suppression: BounceKind | null
  }[]
>`
  update mails
  set attempts = attempts + 1, sending_until = now() + make_interval(secs => ${seconds}::int)
  where id = ${mailId}::uuid and state = 'waiting' and (sending_until is null or sending_until < now())
  returning id, attempts, to_name, to_email, subject, text_body, html_body, unsubscribe_url,
    (select cause from suppressed_addresses where email = lower(btrim(to_email)) and lifted_at is null) as suppression`

export const settleMail = (
  sql: SqlRunner,
  { mailId, state, reason }: { mailId: string; state: MailState; reason: string | null },
) => sql<Record<string, never>[]>`
  update mails set state = ${state}::text, reason = ${reason}::text, sending_until = null, settled_at = now()
  where id = ${mailId}::uuid and state = 'waiting'`

/** It waits for the next one. */
export const releaseMail = (sql: SqlRunner, { mailId, reason }: { mailId: string; reason: string }) => sql<
  Record<string, never>[]
>`
  update mails set reason = ${reason}::text, sending_until = null where id = ${mailId}::uuid and state = 'waiting'`

/** Until when another attempt may last, as an ISO time in UTC. No row for a mail that nobody is handing over. */
export const findAttempt = (sql: SqlRunner, { mailId }: { mailId: string }) => sql<{ sending_until: string }[]>`
  select sending_until from mails where id = ${mailId}::uuid and state = 'waiting' and sending_until is not null`

/** One that did not arrive is to be tried again. No row for any other. */
export const wakeMail = (sql: SqlRunner, { mailId }: { mailId: string }) => sql<{ id: string }[]>`
  update mails set state = 'waiting', attempts = 0, reason = null, settled_at = null
  where id = ${mailId}::uuid and state in ('failed', 'bounced', 'suppressed')
  returning id`

export const listAttachments = (sql: SqlRunner, { mailId }: { mailId: string }) => sql<AttachmentRow[]>`
  select position, name, content_type, method, content from mail_attachments where mail_id = ${mailId}::uuid order by position`

export const readAttachment = (sql: SqlRunner, { mailId, position }: { mailId: string; position: number }) => sql<
  Pick<AttachmentRow, 'name' | 'content_type' | 'content'>[]
>`
  select name, content_type, content from mail_attachments where mail_id = ${mailId}::uuid and position = ${position}::int`

/** `text` is a part of an address or subject. */
type MailQuery = { state: MailState | null; text: string | null }

export const listMails = (
  sql: SqlRunner,
  { newestFirst, limit, offset, ...query }: MailQuery & { newestFirst: boolean; limit: number; offset: number },
) => sql<MailListRow[]>`
  select id, kind, to_name, to_email, subject, state, reason, created_at
  from mails
  where ${fits(sql, query)}
  ${newestFirst ? sql`order by id desc` : sql`order by id`}
  limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countMails = (sql: SqlRunner, { limit, ...query }: MailQuery & { limit: number }) => sql<
  { mails: number }[]
>`
  select count(*)::int as mails from (select from mails where ${fits(sql, query)} limit ${limit}::int) as found`

function fits(sql: SqlRunner, { state, text }: MailQuery): Fragment {
  return sql`true ${state === null ? sql`` : sql`and state = ${state}::text`}
    ${text === null ? sql`` : sql`and (fold(to_email) like (select containing(${text}::text)) or fold(subject) like (select containing(${text}::text)))`}`
}

/** How many mails wait, and how many have failed. */
export const countUnsettled = (sql: SqlRunner) => sql<{ waiting: number; failed: number }[]>`
  select
    (select count(*) from mails where state = 'waiting') as waiting,
    (select count(*) from mails where state = 'failed') as failed`

/** Failed mails are to be tried again, the newest first. */
export const wakeFailed = (sql: SqlRunner, { most }: { most: number }) => sql<{ id: string }[]>`
  update mails set state = 'waiting', attempts = 0, reason = null, settled_at = null
  where id in (select id from mails where state = 'failed' order by id desc limit ${most}::int for update skip locked)
  returning id`

export const readMail = (sql: SqlRunner, { mailId }: { mailId: string }) => sql<MailRow[]>`
  select
    m.id, m.kind, m.to_name, m.to_email, m.subject, m.text_body, m.state, m.attempts, m.reason, m.created_at, m.settled_at,
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('position', a.position, 'name', a.name, 'contentType', a.content_type, 'bytes', length(a.content))
          order by a.position
        )
        from mail_attachments a where a.mail_id = m.id
      ),
      '[]'
    ) as attachments
  from mails m
  where m.id = ${mailId}::uuid`

export const readHtml = (sql: SqlRunner, { mailId }: { mailId: string }) => sql<{ html_body: string }[]>`
  select html_body from mails where id = ${mailId}::uuid`
