import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { SqlRunner } from '#database/sql.ts'
import { isMailAddress, mailboxKey } from '#domain/mail-address.ts'
import { accessLinkDays, accessLinkMail, draftLinkMail } from '#features/applications/mails.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'

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

type MailServices = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>
type LinkRequest = { applicationId: string } | { email: string }

export const perVisitor = { name: 'access-link', points: 6, seconds: 600 }
const perAddress = { name: 'access-link-address', points: 3, seconds: 3600 }
const draftsPerAddress = { name: 'draft-link-address', points: 3, seconds: 3600 }
/** Writing links and an email takes some ten milliseconds, finding nothing takes two: either is answered after this long. */
export const evenMs = 150

/** Neither the answer nor its time tells whether there is such an application or address, or whether it has had enough emails. */
export async function sendAccessLinks(services: MailServices, request: LinkRequest | null): Promise<void> {
  await Promise.all([mailLinks(services, request), Bun.sleep(evenMs)])
}

async function mailLinks(services: MailServices, request: LinkRequest | null): Promise<void> {
  const applications = await applicationsOf(services, request)
  const email = applications[0]?.email
  if (!email || (await takeRateLimit(services.sql, perAddress, keyOf(email))) !== null) return
  await services.sql.begin(async (transaction) => {
    const links = await Promise.all(
      applications.map(async ({ id: applicationId, reference }) => ({
        reference,
        href: await createAccessLink(transaction, { applicationId, email, now: services.now() }),
      })),
    )
    await queueMail(transaction, accessLinkMail(email, links), services)
  })
}

/** A stranger may have applied under the address: paid ones first, then approved, then the newest; no person reaches 200. */
async function applicationsOf(services: MailServices, request: LinkRequest | null) {
  if (!request || ('email' in request && !isMailAddress(request.email))) return []
  const { applicationId, email } = { applicationId: null, email: null, ...request }
  const sql = camel(services.sql)
  return await sql<{ id: string; reference: string; email: string }[]>`
    select a.id, a.reference, o.email
    from applications as a
    join organisations as o on o.id = a.organisation_id
    where a.id = ${applicationId}::uuid or lower(o.email) = lower(${email}::text)
    order by
      exists (select from orders as r where r.application_id = a.id and r.status in ('paid', 'disputed', 'refunded')) desc,
      a.status = 'approved' desc, a.submitted_at desc, a.id
    limit 200`
}

/** Emails a link to an unfinished application. @returns seconds to wait where the address has had enough of them, otherwise null. */
export async function sendDraftLink(
  services: MailServices,
  { draftId, email }: { draftId: string; email: string },
): Promise<number | null> {
  const wait = await takeRateLimit(services.sql, draftsPerAddress, keyOf(email))
  if (wait !== null) return wait
  await services.sql.begin(async (transaction) => {
    const href = await createAccessLink(transaction, { draftId, email, now: services.now() })
    await queueMail(transaction, draftLinkMail(email, href), services)
  })
  return null
}

function keyOf(email: string): string {
  return Bun.hash(mailboxKey(email)).toString(36)
}
