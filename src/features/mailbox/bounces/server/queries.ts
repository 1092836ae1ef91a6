import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { BounceKind } from '#domain/bounces.ts'
import type { SuppressionRow } from '#mail/queries.ts'

/** No row where the same report was taken before. */
export const addBounce = (
  sql: SqlRunner,
  input: { source: string; sourceId: string; email: string; kind: BounceKind; reason: string },
) => sql<{ id: string }[]>`
  insert into bounces (source, source_id, email, kind, reason)
  values (${input.source}::text, ${input.sourceId}::text, ${input.email}::text, ${input.kind}::text, ${input.reason}::text)
  on conflict (source, source_id, email) do nothing
  returning id`

/** A row where the token was not seen before. Those whose signatures hold no longer go: twelve hours on each side of now. */
export const noteToken = (sql: SqlRunner, { token }: { token: string }) => sql<{ is_new: boolean }[]>`
  with outlived as (
    delete from seen_bounce_tokens where seen_at < now() - interval '24 hours'
  )
  insert into seen_bounce_tokens (token_hash, seen_at) values (sha256(convert_to(${token}::text, 'UTF8')), now())
  on conflict (token_hash) do nothing returning true as is_new`

/** A mail that was sent to this address came back. */
export const noteMailBounced = (
  sql: SqlRunner,
  { mailId, email, reason }: { mailId: string; email: string; reason: string },
) => sql<Record<string, never>[]>`
  update mails set state = 'bounced', reason = ${reason}::text
  where id = ${mailId}::uuid and state = 'sent' and lower(btrim(to_email)) = ${email}::text`

/** Soft bounces of an address in the last days, since emails were last sent to it again. */
export const countSoft = (sql: SqlRunner, { email, days }: { email: string; days: number }) => sql<
  { bounces: number }[]
>`
  select count(*)::int as bounces from bounces
  where email = ${email}::text and kind = 'soft' and received_at > now() - make_interval(days => ${days}::int)
    and received_at > coalesce((select lifted_at from suppressed_addresses where email = ${email}::text), '-infinity')`

/** Where it is suppressed already, the first reason stays, but for a complaint. */
export const suppressAddress = (sql: SqlRunner, input: { email: string; cause: BounceKind; reason: string }) => sql<
  Record<string, never>[]
>`
  insert into suppressed_addresses as s (email, cause, reason)
  values (${input.email}::text, ${input.cause}::text, ${input.reason}::text)
  on conflict (email) do update
    set cause = excluded.cause, reason = excluded.reason, suppressed_at = excluded.suppressed_at, lifted_at = null
    where s.lifted_at is not null or (excluded.cause = 'complaint' and s.cause <> 'complaint')`

/** Suppressed addresses, the newest first. @param input.text a part of the address or null */
export const listSuppressed = (
  sql: SqlRunner,
  { text, limit, offset }: { text: string | null; limit: number; offset: number },
) => sql<SuppressionRow[]>`
  select id, email, cause, reason, suppressed_at from suppressed_addresses
  where ${fits(sql, text)}
  order by suppressed_at desc, id desc
  limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countSuppressed = (sql: SqlRunner, { text, limit }: { text: string | null; limit: number }) => sql<
  { addresses: number }[]
>`
  select count(*)::int as addresses
  from (select from suppressed_addresses where ${fits(sql, text)} limit ${limit}::int) as found`

function fits(sql: SqlRunner, text: string | null): Fragment {
  return sql`lifted_at is null ${text === null ? sql`` : sql`and fold(email) like (select containing(${text}::text))`}`
}

/** Emails are sent to the address again. No row where they already are. */
export const liftSuppression = (sql: SqlRunner, { id }: { id: string }) => sql<{ cause: BounceKind }[]>`
  update suppressed_addresses set lifted_at = now() where id = ${id}::uuid and lifted_at is null returning cause`
