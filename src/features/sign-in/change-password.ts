import { passwordProblem } from '../../providers/auth/password.ts'
import type { Services } from '../../services.ts'
import type { Admin } from '../../visitor.ts'
import { readPerson } from './queries.ts'
import { signIn } from './sign-in.ts'

export type PasswordChange =
  /** The cookies of a new session; every other one has ended. */
  { kind: 'changed'; cookies: string[] } | { kind: 'refused'; field: 'current' | 'password'; message: string }

/** Changes the password of whoever is signed in, after proof of the present one. Wrong proofs count as attempts to sign in. */
export async function changePassword(
  services: Services,
  input: { admin: Admin; current: string; password: string; address: string },
): Promise<PasswordChange> {
  const { auth, sql } = services
  const problem = passwordProblem(input.password)
  if (problem) return { kind: 'refused', field: 'password', message: problem }
  const [person] = await readPerson(sql, input.admin.id)
  if (!person) return { kind: 'refused', field: 'current', message: 'The current password is not right.' }
  const { email, name, role } = person
  const proof = await signIn(services, {
    email,
    password: input.current,
    headers: new Headers(),
    address: input.address,
  })
  if (proof.kind === 'too-many') {
    return { kind: 'refused', field: 'current', message: 'There were too many attempts. Please wait ten minutes.' }
  }
  if (proof.kind === 'refused')
    return { kind: 'refused', field: 'current', message: 'The current password is not right.' }
  // Ends every session, that of the proof too.
  await auth.setPassword({ email, name, role, password: input.password })
  const anew = await auth.signIn({ email, password: input.password, headers: new Headers() })
  return { kind: 'changed', cookies: anew.kind === 'signed-in' ? anew.cookies : [] }
}
