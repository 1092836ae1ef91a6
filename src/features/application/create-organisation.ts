import type { Sql } from '../../database/sql.ts'
import {
  findOrganisation,
  findOrganisationByKey,
  insertOrganisation,
  lockOrganisationByKey,
  type OrganisationRow,
} from './queries.ts'
import type { Organisation } from './schema.ts'

/**
 * Stores who applies.
 *
 * @param submissionKey a random UUID that only the caller knows: sent again, it answers the organisation that it made before, with
 *   what was corrected meanwhile, as long as there is no application of it.
 * @returns `isAsGiven` is false where there is one, and what it was made with stays instead of what was given now.
 */
export async function createOrganisation(
  sql: Sql,
  organisation: Organisation,
  submissionKey: string | null,
): Promise<{ id: string; created: boolean; isAsGiven: boolean }> {
  const { name, tradingName, contactName, email, phone, website, companyNo } = organisation
  const [made] = await sql.begin(async (tx) => {
    // Whoever is storing an application of it right now is waited for; the next statement then sees that application.
    if (submissionKey) await lockOrganisationByKey(tx, submissionKey)
    return await insertOrganisation(tx, name, tradingName, contactName, email, phone, website, companyNo, submissionKey)
  })
  if (made) return { ...made, isAsGiven: true }
  // A statement of its own, so that it sees what the transaction that was first has committed.
  const [before] = await findOrganisationByKey(sql, submissionKey!)
  const [standing] = await findOrganisation(sql, before!.id)
  return { id: before!.id, created: false, isAsGiven: isSame(standing!, organisation) }
}

function isSame(row: OrganisationRow, given: Organisation): boolean {
  return (
    row.name === given.name &&
    row.trading_name === given.tradingName &&
    row.contact_name === given.contactName &&
    row.email === given.email &&
    row.phone === given.phone &&
    row.website === given.website &&
    row.company_no === given.companyNo
  )
}
