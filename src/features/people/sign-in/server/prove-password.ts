import type { AdminSession } from '#providers/auth/auth.ts'
import type { Services } from '#requests/services.ts'
import { knownBrowser } from './known-browser.ts'
import { noteSignIn } from './note-sign-in.ts'
import { readPerson } from './queries.ts'
import { takeSignInPoint } from './sign-in-person.ts'

/**
 * Asks whoever is signed in for their password again, before something that an unwatched screen must not be enough for. Wrong
 * ones count as attempts to sign in.
 *
 * @returns what is wrong, in the person's words; null when nothing is.
 */
export async function passwordProofProblem(
  services: Services,
  input: { session: AdminSession; password: string; address: string; headers: Headers },
): Promise<string | null> {
  const { id: personId } = input.session.person
  const [person] = await readPerson(services.sql, { personId })
  if (!person) return 'The current password is not right.'
  const known = knownBrowser(input.headers, personId, 'password', services)
  const wait = await takeSignInPoint(services, { email: person.email, address: input.address, known })
  if (wait !== null) return `There were too many attempts. Please wait ${Math.ceil(wait / 60)} minutes.`
  if (await services.auth.isPassword(personId, input.password)) return null
  await noteSignIn(services, 'password-refused', { personId }, input)
  return 'The current password is not right.'
}
