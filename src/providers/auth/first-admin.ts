import type { SqlRunner } from '#database/sql.ts'
import { SettingProblem } from '#env.ts'
import type { Auth } from './auth.ts'
import { passwordProblem } from './password.ts'

/** Only while nobody can sign in. @returns whether the owner was created. @throws SettingProblem where the password cannot be used. */
export async function ensureFirstAdmin(
  auth: Pick<Auth, 'setPassword'>,
  sql: SqlRunner,
  admin: { email: string; password: string } | null,
): Promise<boolean> {
  if (!admin || (await sql<{ id: string }[]>`select id from people limit 1`).length > 0) return false
  const problem = await passwordProblem(admin.password)
  if (problem) throw new SettingProblem(`ADMIN_PASSWORD: ${problem}`)
  await auth.setPassword({ ...admin, name: 'Administrator', roles: ['owner'] })
  return true
}
