import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { londonDay } from '#domain/london-time.ts'
import { maskEmail } from '#domain/mail-address.ts'
import { paidFor } from '#domain/money.ts'
import { type IdentityWaiting, waitDays } from '#features/payments/identity/rules.ts'
import { judgeIdentity } from '#features/payments/identity/server/judge-identity.ts'
import { readFunnelApplication, readPayingListing } from '#features/payments/server/queries.ts'
import { confirmAgainLimit, queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { PageRequest } from '#requests/page-loader.ts'

/** What the paid listing of an application waits for, as its page says it; null where none waits. */
export async function readIdentityWaiting(
  { services, visitor, query }: PageRequest,
  applicationId: string,
): Promise<IdentityWaiting | null> {
  const { sql, env, now } = services
  const [order] = await readPayingListing(sql, { applicationId, now: now().toISOString() })
  if (!order?.waits_since) return null
  const judged = await judgeIdentity(sql, applicationId, paidFor(order), londonDay(now()))
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

/** Has the mail sent again that confirms an applicant's address. */
export const confirmAgain = formCommand({
  permission: 'anyone',
  schema: type({ applicationId: 'string.uuid' }),
  limit: confirmAgainLimit,
  run: async ({ input, services }) => {
    const [application] = await readFunnelApplication(services.sql, input)
    const email = application?.organisation_email
    if (email) {
      const wish = { email, reason: 'application' } as const
      await services.sql.begin((transaction) => queueAddressConfirmation(transaction, wish, services))
    }
    return answer(null)
  },
})
