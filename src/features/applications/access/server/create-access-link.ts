import type { SqlRunner } from '#database/sql.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { addAccessLink } from './queries.ts'

/** How long a link can be used. */
export const accessLinkDays = 14

/**
 * Makes a link that gives whoever opens it, once, the cookie of an application and its organisation, or of an application that is
 * still being written. It is for a mail to the address that the application itself names, and for nothing else.
 *
 * @param email the address that the link is mailed to: using the link confirms it.
 * @returns a path of this site, for a mail's button.
 */
export async function createAccessLink(
  sql: SqlRunner,
  { now, email, ...aim }: ({ applicationId: string } | { draftId: string }) & { now: Date; email: string },
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + accessLinkDays * 24 * 60 * 60 * 1000)
  const [applicationId, draftId] = 'draftId' in aim ? [null, aim.draftId] : [aim.applicationId, null]
  await addAccessLink(sql, {
    tokenHash: tokenHash(token)!,
    applicationId,
    draftId,
    now: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    email,
  })
  return href('accessLink', { token })
}
