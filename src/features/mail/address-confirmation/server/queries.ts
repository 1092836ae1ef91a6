import type { SqlRunner } from '../../../../database/sql.ts'
import type { ConfirmationReason } from '../rules.ts'

/** Held until the transaction ends: what is confirmed and what waits for it are decided one after the other. */
export const lockAddress = (sql: SqlRunner, { email }: { email: string }) => sql<Record<string, never>[]>`
  select pg_advisory_xact_lock(hashtextextended('address ' || ${email}::text, 0))`

/** The first confirmation stays. */
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

export type ConfirmationRow = { email: string; reason: ConfirmationReason; expires_at: string; is_confirmed: boolean }

/** The link in whatever state, and whether its address is confirmed. */
export const findConfirmation = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<ConfirmationRow[]>`
  select l.email, l.reason, l.expires_at, exists (select from confirmed_addresses as c where c.email = l.email) as is_confirmed
  from address_confirmations as l
  where l.token_hash = decode(${tokenHash}::text, 'hex')`
