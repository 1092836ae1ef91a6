import type { Sql } from '../../database/sql.ts'
import { findOrganisationByKey, insertOrganisation } from './queries.ts'
import type { Organisation } from './schema.ts'

/**
 * Stores who applies.
 *
 * @param submissionKey a random UUID that only the caller knows: sent again, it answers the organisation that it made before, with
 *   what was corrected meanwhile, as long as there is no application of it.
 */
export async function createOrganisation(
  sql: Sql,
  organisation: Organisation,
  submissionKey: string | null,
): Promise<{ id: string; created: boolean }> {
  const { name, tradingName, contactName, email, phone, website, companyNo } = organisation
  const [made] = await insertOrganisation(
    sql,
    name,
    tradingName,
    contactName,
    email,
    phone,
    website,
    companyNo,
    submissionKey,
  )
  if (made) return made
  // A statement of its own, so that it sees what the transaction that was first has committed.
  const [before] = await findOrganisationByKey(sql, submissionKey!)
  return { id: before!.id, created: false }
}
