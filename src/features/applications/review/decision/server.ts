import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { closedToConflicted, statusOfCase } from '#features/applications/case/open-case.ts'
import { checkIdentity, isFreeMailDomain, registeredDomain } from '#features/payments/identity/server/check-identity.ts'
import { readPayingListing } from '#features/payments/server/queries.ts'
import { type PageData, page, redirect } from '#page/page.ts'
import { findSample } from '../queries.ts'
import { decisionCommands, findProposal } from '../server/decision-commands.ts'
import { readReview } from '../server/read-review.ts'

/** What is decided on an application beside its assessment. */
export const caseDecision = closedToConflicted(
  page('caseDecision', {
    commands: decisionCommands,
    // Buttons that decide are called `decision`.
    intentOf: ({ decision = '' }) => decision,
    load: async (given) => {
      const { params, sql, now } = given
      const read = await readReview(given, 'caseDecision')
      if (read.kind === 'elsewhere') return redirect(read.to)
      if (read.kind !== 'found') return read
      const { id } = params
      const [[organiser], identity, [sample = null], [proposal]] = await Promise.all([
        sql<
          {
            email: string
            /** After a refund for cause. */
            checkoutClosedAt: Instant | null
            entryId: string | null
          }[]
        >`
          select o.email, a.checkout_closed_at, e.id as entry_id
          from applications as a
          join organisations as o on o.id = a.organisation_id
          left join register_entries as e on e.application_id = a.id
          where a.id = ${id}::uuid`,
        findIdentity(sql, id, now),
        findSample(sql, { applicationId: id }),
        findProposal(sql, { applicationId: id }),
      ])
      const { assessmentId, assessment } = read.facts
      return {
        ...read.shared,
        ...organiser!,
        identity: identity!,
        sample,
        proposal: proposal ? { id: proposal.id, changes: proposal.changes, proposedAt: proposal.proposedAt } : null,
        assessment: assessmentId ? { id: assessmentId, stage: assessment } : null,
      }
    },
    status: statusOfCase,
  }),
)

export type DecisionData = Extract<PageData<typeof caseDecision>, { kind: 'found' }>

/** What publication waits for, too; null for an unknown application. */
async function findIdentity(sql: CamelSql, applicationId: string, now: Instant) {
  const [order] = await readPayingListing(sql.raw, { applicationId, now })
  const judged = await checkIdentity(sql.raw, applicationId, order ? paidFor(order) : 0, londonDay(new Date(now)))
  if (!judged) return null
  const { isPublished, isAddressConfirmed, companyKey, isNumberElsewhere, email } = judged.facts
  const domain = await registeredDomain(email)
  const [[release], domains] = await Promise.all([
    sql<{ by: string; reason: string; at: Instant }[]>`
      select released_by_name as by, reason, released_at as at from identity_releases
      where application_id = ${applicationId}::uuid`,
    companyKey
      ? sql<{ domain: string; by: string; at: Instant }[]>`
          select domain, confirmed_by_name as by, confirmed_at as at from company_domains
          where company_key = ${companyKey}::text order by confirmed_at`
      : [],
  ])
  return {
    isPublished,
    waits: judged.waits,
    waitsSince: order?.waitsSince ?? null,
    isAddressConfirmed,
    /** As the registry writes it. */
    companyKey,
    isNumberElsewhere,
    domain,
    isFreeMail: domain === null || (await isFreeMailDomain(domain)),
    /** Confirmed for the company number. */
    domains,
    release: release ?? null,
  }
}
