import { adminHref } from '#admin-pages.ts'
import type { Transaction } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { maskEmail } from '#domain/mail-address.ts'
import { paidFor } from '#domain/money.ts'
import { askAgain, waitDays } from '#features/payments/identity/rules.ts'
import { checkIdentity } from '#features/payments/identity/server/check-identity.ts'
import { readFunnelApplication, readPayingListing } from '#features/payments/server/queries.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Failure } from '#wire/failure.ts'

export type PostedRequest = PageRequest & {
  typed: Readonly<Record<string, string | undefined>>
  refused: Failure | null
}

export type IdentityWaiting = NonNullable<Awaited<ReturnType<typeof readIdentityWaiting>>>

export async function readIdentityWaiting(
  { services, visitor, query, typed, refused }: PostedRequest,
  applicationId: string,
) {
  const { sql, env, now } = services
  const [order] = await readPayingListing(sql, { applicationId, now: now().toISOString() })
  if (!order?.waitsSince) return null
  const judged = await checkIdentity(sql, applicationId, paidFor(order), londonDay(now()))
  if (!judged || judged.facts.isPublished) return null
  const { email, organisationId } = judged.facts
  const isOwn = (await visitor.isOwnerOf(organisationId)) || (await visitor.holds('review'))
  return {
    waits: judged.waits,
    /** Masked for somebody who holds the link alone. */
    email: isOwn ? email : maskEmail(email),
    /** When it is refunded. */
    until: new Date(Date.parse(order.waitsSince) + waitDays * 24 * 60 * 60 * 1000).toISOString(),
    /** In the demonstration nothing is really sent. */
    mailbox: env.sandbox.has('mail') ? adminHref('mailbox') : null,
    isSent: query.has('sent'),
    /** Seconds to wait, where it was asked for too often. */
    wait: typed.intent === askAgain ? (refused?.retryAfter ?? null) : null,
  }
}

/** @returns false where no paid listing of theirs waits to be published. */
export async function confirmAgain(tx: Transaction, applicationId: string, services: Services): Promise<boolean> {
  const [order] = await readPayingListing(tx, { applicationId, now: services.now().toISOString() })
  if (!order?.waitsSince) return false
  const [application] = await readFunnelApplication(tx, { applicationId })
  await queueAddressConfirmation(tx, { email: application!.organisationEmail, reason: 'application' }, services)
  return true
}
