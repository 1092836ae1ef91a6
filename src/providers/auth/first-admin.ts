import type { SqlRunner } from '../../database/sql.ts'
import type { Auth } from './auth.ts'
import { findAnyPerson } from './queries.ts'

/**
 * Creates the owner that the environment names, once: when nobody may sign in yet. Later starts change nothing, so a password
 * that was changed since stays.
 *
 * @param admin null where the environment names nobody.
 * @returns whether the owner was created.
 */
export async function ensureFirstAdmin(
  auth: Pick<Auth, 'setPassword'>,
  sql: SqlRunner,
  admin: { email: string; password: string } | null,
): Promise<boolean> {
  if (!admin || (await findAnyPerson(sql)).length > 0) return false
  await auth.setPassword({ ...admin, name: 'Administrator', role: 'owner' })
  return true
}
