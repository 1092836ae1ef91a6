import type { Role } from '../../domain/duties.ts'
import type { Admin } from '../../visitor.ts'

export type SignInOutcome =
  | { kind: 'signed-in'; cookies: string[] }
  /** The same answer for an unknown address and a wrong password. */
  | { kind: 'refused' }

/** Sign-in of the people of the desk: sessions in our own database, passwords hashed by the library. */
export type Auth = {
  /** The person of this request's session cookie, or null. */
  admin: (headers: Headers) => Promise<Admin | null>
  signIn: (input: { email: string; password: string; headers: Headers }) => Promise<SignInOutcome>
  /** Ends the session; the cookies to send clear it. */
  signOut: (headers: Headers) => Promise<{ cookies: string[] }>
  /** Creates the person, or sets the password of an existing one and ends all their sessions. */
  setPassword: (input: { email: string; name: string; password: string; role: Role }) => Promise<void>
}
