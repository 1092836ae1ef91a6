import type { SqlRunner } from '#database/sql.ts'
import { SettingProblem } from '#env.ts'
import type { Auth } from './auth.ts'
import { passwordProblem } from './password.ts'
import { findAnyPerson } from './queries.ts'

/**
 * Creates the owner that the environment names, once: when nobody may sign in yet. Later starts change nothing, so a password
 * that was changed since stays.
 *
 * @param admin null where the environment names nobody.
 * @returns whether the owner was created.
 * @throws SettingProblem where the password may not be one.
 */
export async function ensureFirstAdmin(
  auth: Pick<Auth, 'setPassword'>,
  sql: SqlRunner,
  admin: { email: string; password: string } | null,
): Promise<boolean> {
  if (!admin || (await findAnyPerson(sql)).length > 0) return false
  const problem = await passwordProblem(admin.password)
  if (problem) throw new SettingProblem(`ADMIN_PASSWORD: ${problem}`)
  await auth.setPassword({ ...admin, name: 'Administrator', roles: ['owner'] })
  return true
}
