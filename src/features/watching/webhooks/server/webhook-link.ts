import type { CamelSql } from '#database/camel.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { linkDays } from '../rules.ts'

/** It has to be emailed to the address and nowhere else. @returns a path of this site. */
export async function addLink(sql: CamelSql, email: string, now: string): Promise<string> {
  const token = newToken()
  await sql`
    insert into webhook_links (token_hash, email, created_at, expires_at)
    values (decode(${tokenHash(token)}::text, 'hex'), ${email}::text, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(hours => ${linkDays * 24}::int))`
  return href('webhookEndpoints', { token })
}

/** @returns null where the link cannot be used, or not any more. */
export async function findAddress(sql: CamelSql, token: string, now: string): Promise<string | null> {
  const [link] = await sql<{ email: string }[]>`
    select email from webhook_links
    where token_hash = decode(${tokenHash(token)}::text, 'hex') and expires_at > ${now}::timestamptz`
  return link?.email ?? null
}
