import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { isFreeMailDomain, judgeIdentity, registeredDomain } from '#features/payments/identity/server/judge-identity.ts'
import { findRelease } from '#features/payments/identity/server/queries.ts'
import { readPayingListing } from '#features/payments/server/queries.ts'
import type { ReviewIdentity } from '../state.ts'
import { listDomainConfirmations } from './queries.ts'

/** What is known about who applies, and what publication waits for; null for an unknown application. */
export async function reviewIdentity(sql: SqlRunner, applicationId: string, now: Date): Promise<ReviewIdentity | null> {
  const [order] = await readPayingListing(sql, { applicationId, now: now.toISOString() })
  const paidPence = order ? paidFor(order) : 0
  const judged = await judgeIdentity(sql, applicationId, paidPence, londonDay(now))
  if (!judged) return null
  const { facts, waits } = judged
  const domain = await registeredDomain(facts.email)
  const [[release], domains] = await Promise.all([
    findRelease(sql, { applicationId }),
    facts.company_key ? listDomainConfirmations(sql, { companyKey: facts.company_key }) : [],
  ])
  return {
    isPublished: facts.is_published,
    waits,
    waitsSince: order?.waits_since ?? null,
    isAddressConfirmed: facts.is_address_confirmed,
    companyKey: facts.company_key,
    isNumberElsewhere: facts.is_number_elsewhere,
    domain,
    isFreeMail: domain === null || (await isFreeMailDomain(domain)),
    domains: domains.map((row) => ({ domain: row.domain, by: row.confirmed_by_name, at: row.confirmed_at })),
    release: release ? { by: release.released_by_name, reason: release.reason, at: release.released_at } : null,
  }
}
