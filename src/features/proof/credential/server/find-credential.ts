import type { SqlRunner } from '#database/sql.ts'
import type { EntryCredential } from '#wire/entry-credential.ts'

/**
 * The credential of an entry as it is now.
 *
 * @returns null where it is not accredited, and until its newest version has been signed.
 */
export async function findCredential(sql: SqlRunner, { number }: { number: string }): Promise<EntryCredential | null> {
  const [found] = await findSigned(sql, { number })
  return found ?? null
}

const findSigned = (sql: SqlRunner, { number }: { number: string }) => sql<EntryCredential[]>`
  select c.json, c.jws
  from register_entries as e
  join register_leaf_heads as h on h.entry_id = e.id
  join entry_credentials as c on c.entry_id = e.id and c.leaf_id = h.leaf_id
  where e.number = ${number}::text and register_status(e.status, e.valid_until) = 'active'`
