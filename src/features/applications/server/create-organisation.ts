import type { Sql } from '#database/sql.ts'
import type { Organisation } from '#features/applications/schema.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { findOrganisation, findOrganisationByKey, insertOrganisation, lockOrganisationByKey } from './queries.ts'

/**
 * Stores who applies.
 *
 * @param submissionKey a random UUID: sent again, it answers the organisation that it made before, with what was corrected since,
 *   as long as there is no application of it.
 * @param browser id of the browser that sends (`readBrowserId`), null where it has none.
 * @returns `isAsGiven` is false where there is an application, and what it was made with stays instead of what was given now;
 *   `conflict` where another browser has used the key: nothing of that one's is changed or shown.
 */
export async function createOrganisation(
  sql: Sql,
  organisation: Organisation,
  submissionKey: string | null,
  browser: string | null,
): Promise<{ id: string; created: boolean; isAsGiven: boolean } | Failure> {
  const [made] = await sql.begin(async (tx) => {
    // Where an application of it is being stored right now, this waits; the next statement then sees that application.
    if (submissionKey) await lockOrganisationByKey(tx, { submissionKey })
    return await insertOrganisation(tx, { ...organisation, submissionKey, sentFrom: browser })
  })
  if (made) return { ...made, isAsGiven: true }
  // A statement of its own, so that it sees what the transaction that was first has committed.
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
