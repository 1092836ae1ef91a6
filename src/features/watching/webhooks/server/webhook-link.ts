import type { SqlRunner } from '#database/sql.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { linkDays } from '../rules.ts'

const day = 24 * 60 * 60 * 1000

/** Makes a link to the page with all endpoints of an address, to be mailed there and nowhere else. @returns a path of this site. */
export async function addLink(sql: SqlRunner, email: string, now: Date): Promise<string> {
  const token = newToken()
  await insertLink(sql, {
    tokenHash: tokenHash(token)!,
    email,
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + linkDays * day).toISOString(),
  })
  return href('webhookEndpoints', { token })
}

/** Ends every link that an address has had, so that none of them can be used any more. */
export const endLinks = (sql: SqlRunner, { email }: { email: string }) => sql<Record<string, never>[]>`
  delete from webhook_links where email = ${email}::text`

/** @returns the address that the link was mailed to; null where it cannot be used, or not any more. */
export async function openLink(sql: SqlRunner, token: string | undefined, now: Date): Promise<string | null> {
  const hash = tokenHash(token)
  const [link] = hash ? await findLink(sql, { tokenHash: hash, now: now.toISOString() }) : []
  return link?.email ?? null
}

const insertLink = (sql: SqlRunner, input: { tokenHash: string; email: string; now: string; expiresAt: string }) => sql<
  Record<string, never>[]
>`
  insert into webhook_links (token_hash, email, created_at, expires_at)
  values (decode(${input.tokenHash}::text, 'hex'), ${input.email}::text, ${input.now}::timestamptz, ${input.expiresAt}::timestamptz)`

const findLink = (sql: SqlRunner, { tokenHash, now }: { tokenHash: string; now: string }) => sql<{ email: string }[]>`
  select email from webhook_links
  where token_hash = decode(${tokenHash}::text, 'hex') and expires_at > ${now}::timestamptz`
