import type { Sql } from '#database/sql.ts'
import type { Organisation } from '#features/applications/schema.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { findOrganisation, findOrganisationByKey, insertOrganisation, lockOrganisationByKey } from './queries.ts'

/**
 * Sent again under its key, the organisation is corrected as long as it has no application. @param browser id of the browser
 * (`readBrowserId`). @returns `isAsGiven` is false where there is an application, whose organisation stays; `conflict` where another
 * browser has used the key.
 */
export async function createOrganisation(
  sql: Sql,
  organisation: Organisation,
  submissionKey: string | null,
  browser: string | null,
): Promise<{ id: string; created: boolean; isAsGiven: boolean } | Failure> {
  const [made] = await sql.begin(async (tx) => {
    // Waits for an application of it that is being stored, which the next statement then sees.
    if (submissionKey) await lockOrganisationByKey(tx, { submissionKey })
    return await insertOrganisation(tx, { ...organisation, submissionKey, sentFrom: browser })
  })
  if (made) return { ...made, isAsGiven: true }
  // A statement of its own sees what the transaction that was first has committed.
  const [before] = await findOrganisationByKey(sql, { submissionKey: submissionKey! })
  if (before!.sent_from !== null && before!.sent_from !== browser) return failure('conflict', sentElsewhere)
  const [stored] = await findOrganisation(sql, { id: before!.id })
  return {
    id: before!.id,
    created: false,
    isAsGiven: Bun.deepEquals({ ...stored }, { ...organisation, id: before!.id }),
  }
}

const sentElsewhere =
  'These answers were sent from another browser. To continue that application here, ask us to email you a link.'
