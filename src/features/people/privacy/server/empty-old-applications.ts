import type { Transaction } from '#database/sql.ts'
import {
  dropApplicationLinks,
  dropRefusedOfficers,
  emptyAppeals,
  emptyApplications,
  emptyAssessments,
  emptyCalls,
  emptyOrganisations,
  emptyProposals,
  emptyRemarks,
} from './erasure-queries.ts'
import { purgeEvidence } from './purge-evidence.ts'
import { listOldApplications } from './retention-queries.ts'

/** Takes what was typed, and every way in, from applications. Reference, state and decision stay. @returns how many were emptied. */
export async function emptyTheseApplications(transaction: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await emptyRemarks(transaction, { ids })
  await emptyProposals(transaction, { ids })
  await emptyCalls(transaction, { ids })
  await emptyAppeals(transaction, { ids })
  await emptyAssessments(transaction, { ids })
  await dropApplicationLinks(transaction, { ids })
  await dropRefusedOfficers(transaction, { ids })
  return (await emptyApplications(transaction, { ids })).length
}

/**
 * Empties applications decided before a moment that led to no accreditation and no order, and the contacts of organisations that have
 * nothing else. @returns how many applications were emptied.
 */
export async function emptyOldApplications(
  transaction: Transaction,
  { moment, now }: { moment: string; now: string },
): Promise<number> {
  const old = await listOldApplications(transaction, { moment })
  const organisations = old.flatMap(({ organisation_id: id }) => id ?? [])
  await emptyOrganisations(transaction, { ids: [...new Set(organisations)], keepNames: false })
  const ids = old.map(({ id }) => id)
  await purgeEvidence(transaction, { ids, by: 'retention', now })
  return await emptyTheseApplications(transaction, ids)
}
