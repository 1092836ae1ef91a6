import type { SqlRunner } from '#database/sql.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { accessLinkDays } from '../mails.ts'

/** The path of a link that gives a browser the cookie of an application, once; only for an email to `email`, which it confirms. */
export async function createAccessLink(
  sql: SqlRunner,
  { now: at, email, ...aim }: ({ applicationId: string } | { draftId: string }) & { now: Date; email: string },
): Promise<string> {
  const token = newToken()
  const now = at.toISOString()
  const expiresAt = new Date(at.getTime() + accessLinkDays * 24 * 60 * 60 * 1000).toISOString()
  const [applicationId, draftId] = 'draftId' in aim ? [null, aim.draftId] : [aim.applicationId, null]
  await sql`
    with outlived as (
      delete from access_links
      where (application_id = ${applicationId}::uuid or draft_id = ${draftId}::uuid)
        and expires_at < ${now}::timestamptz - interval '1 year'
    )
    insert into access_links (token_hash, application_id, draft_id, created_at, expires_at, email)
    values (decode(${tokenHash(token)}::text, 'hex'), ${applicationId}::uuid, ${draftId}::uuid,
      ${now}::timestamptz, ${expiresAt}::timestamptz, ${email}::text)`
  return href('accessLink', { token })
}
