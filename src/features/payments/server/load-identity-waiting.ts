import { adminHref } from '../../../admin-pages.ts'
import { maskEmail } from '../../../domain/mail-address.ts'
import type { PageRequest } from '../../../requests/page-loader.ts'
import { resendAddressConfirmation } from '../../mail/address-confirmation/server/queue-address-confirmation.ts'
import { type IdentityWaiting, waitDays } from '../identity/rules.ts'
import { judgeIdentity } from '../identity/server/judge-identity.ts'
import { paidFor } from '../rules.ts'
import { readFunnelApplication, readPayingListing } from './queries.ts'

/** What the paid listing of an application waits for, as its page says it; null where none waits. */
export async function readIdentityWaiting(
  { services, visitor, query }: PageRequest,
  applicationId: string,
): Promise<IdentityWaiting | null> {
  const { sql, env, now } = services
  const [order] = await readPayingListing(sql, { applicationId, now: now().toISOString() })
  if (!order?.waits_since) return null
  const judged = await judgeIdentity(sql, applicationId, paidFor(order))
  if (!judged || judged.facts.is_published) return null
  const { email, organisation_id } = judged.facts
  const isOwn = (await visitor.isOwnerOf(organisation_id)) || (await visitor.holds('review'))
  return {
    waits: judged.waits,
    email: isOwn ? email : maskEmail(email),
    until: new Date(Date.parse(order.waits_since) + waitDays * 24 * 60 * 60 * 1000).toISOString(),
    mailbox: env.sandbox.has('mail') ? adminHref('mailbox') : null,
    isSent: query.has('sent'),
    wait: null,
  }
}

/** Has the mail sent again that confirms an applicant's address. @returns seconds to wait, or null when it is done. */
export async function sendConfirmationAgain(
  { services, visitor }: PageRequest,
  applicationId: string,
): Promise<number | null> {
  const [application] = await readFunnelApplication(services.sql, { applicationId })
  const email = application?.organisation_email
  return await resendAddressConfirmation(services, visitor, email ? { email, reason: 'application' } : null)
}

/** How a page is answered that was asked for the mail too often. */
export function tooOften(wait: number): { status: number; headers: Record<string, string> } {
  return { status: 429, headers: { 'retry-after': String(wait) } }
}
