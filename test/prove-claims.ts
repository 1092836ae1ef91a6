import type { ClaimPlace } from '#domain/claim-places.ts'
import type { TestSite } from './site.ts'

/** Gives the claims of these places a proof that is valid on every day of the tests, so that production shows them. */
export async function proveClaims({ sql }: Pick<TestSite, 'sql'>, places: ClaimPlace[]): Promise<void> {
  await sql`
    update claims set source = 'Seen', proof = 'file 1', owner = 'A. Person', valid_from = '2020-01-01', valid_until = '2040-01-01'
    where place in ${sql(places)}`
}
