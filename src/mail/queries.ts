import type { SqlRunner } from '#database/sql.ts'
import type { ConfirmationReason } from './confirmation-mail.ts'

/** Until the transaction ends: confirmations and what waits for them happen one after the other. */
export const lockAddress = (sql: SqlRunner, { email }: { email: string }) => sql<Record<string, never>[]>`
  select pg_advisory_xact_lock(hashtextextended('address ' || ${email}::text, 0))`

export const addConfirmedAddress = (sql: SqlRunner, { email, now }: { email: string; now: string }) => sql<
  { id: string }[]
>`
  insert into confirmed_addresses as c (email, confirmed_at) values (${email}::text, ${now}::timestamptz)
  on conflict (email) do update set confirmed_at = c.confirmed_at
  returning id`

export const findConfirmed = (sql: SqlRunner, { email }: { email: string }) => sql<
  { id: string; confirmed_at: string }[]
>`
  select id, confirmed_at from confirmed_addresses where email = ${email}::text`

export const readConfirmed = (sql: SqlRunner, { id }: { id: string }) => sql<{ email: string }[]>`
  select email from confirmed_addresses where id = ${id}::uuid`

export const addConfirmation = (
  sql: SqlRunner,
  input: { tokenHash: string; email: string; reason: ConfirmationReason; now: string; expiresAt: string },
) => sql<Record<string, never>[]>`
  insert into address_confirmations (token_hash, email, reason, created_at, expires_at)
  values (decode(${input.tokenHash}::text, 'hex'), ${input.email}::text, ${input.reason}::text, ${input.now}::timestamptz,
    ${input.expiresAt}::timestamptz)`

/** No row when a mail with this key exists; another transaction with the same key is waited for. */
export const insertMail = (
  sql: SqlRunner,
  input: {
    kind: string
    onceKey: string | null
    toName: string
    toEmail: string
    subject: string
    text: string
    html: string
    unsubscribeUrl: string | null
  },
) => sql<{ id: string }[]>`
  insert into mails (kind, once_key, to_name, to_email, subject, text_body, html_body, unsubscribe_url)
  values (${input.kind}::text, ${input.onceKey}::text, ${input.toName}::text, ${input.toEmail}::text, ${input.subject}::text,
    ${input.text}::text, ${input.html}::text, ${input.unsubscribeUrl}::text)
  on conflict (once_key) do nothing
  returning id`

export const insertAttachment = (
  sql: SqlRunner,
  input: {
    mailId: string
    position: number
    name: string
    contentType: string
    method: string | null
    content: Uint8Array
  },
) => sql<Record<string, never>[]>`
  insert into mail_attachments (mail_id, position, name, content_type, method, content)
  values (${input.mailId}::uuid, ${input.position}::int, ${input.name}::text, ${input.contentType}::text,
    ${input.method}::text, ${input.content}::bytea)`
