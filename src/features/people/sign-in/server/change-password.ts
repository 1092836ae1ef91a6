import { byPerson, recordChange } from '#database/record-change.ts'
import type { AdminSession } from '#providers/auth/auth.ts'
import { passwordProblem } from '#providers/auth/password.ts'
import type { Services } from '#requests/services.ts'
import { passwordProofProblem } from './prove-password.ts'
import { tellPerson } from './security-mail.ts'

type PasswordChange =
  /** The cookies of the renewed session; every other one has ended. */
  { kind: 'changed'; cookies: string[] } | { kind: 'refused'; field: 'current' | 'password'; message: string }

/** Changes the password of whoever is signed in, after proof of the present one. Wrong proofs count as attempts to sign in. */
export async function changePassword(
  services: Services,
  input: { session: AdminSession; current: string; password: string; address: string; headers: Headers },
): Promise<PasswordChange> {
  const { session } = input
  const problem = await passwordProblem(input.password)
  if (problem) return { kind: 'refused', field: 'password', message: problem }
  const proofProblem = await passwordProofProblem(services, { ...input, password: input.current })
  if (proofProblem) return { kind: 'refused', field: 'current', message: proofProblem }
  const { cookies } = await services.auth.changePassword(session, input.password)
  const subject = { kind: 'person', id: session.person.id }
  await services.sql.begin(async (transaction) => {
    await recordChange(transaction, { actor: byPerson(session.person), subject, action: 'password-changed' })
    await tellPerson(transaction, services, session.person.id, 'password-changed')
  })
  return { kind: 'changed', cookies }
}
