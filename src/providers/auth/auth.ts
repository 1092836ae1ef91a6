import type { Admin, Role } from '#domain/permissions.ts'

/** A session of the admin area, as it stands: until nothing is needed any more, it may do that and nothing else. */
export type AdminSession = {
  id: string
  person: Admin
  /** `code`: the person has a second factor and has not given it here. `enrolment`: they have none, and must. */
  needs: 'nothing' | 'code' | 'enrolment'
}

export type SignInOutcome =
  | { kind: 'signed-in'; cookies: string[]; session: AdminSession }
  /** The same answer for an unknown address, a wrong password and somebody who is deactivated. */
  | { kind: 'refused' }

/** Sign-in of the people of the admin: sessions in our own database, passwords hashed by the library. */
export type Auth = {
  /** The person of this request's session cookie, or null: also while the session still needs something. */
  admin: (headers: Headers) => Promise<Admin | null>
  /** The session of this request's cookie, whatever it still needs; null for none, ended, or left waiting too long. */
  session: (headers: Headers) => Promise<AdminSession | null>
  /** Takes the password. The new session may still need a second factor. */
  signIn: (input: { email: string; password: string; headers: Headers }) => Promise<SignInOutcome>
  /** Notes that the second factor was given: the session goes on under a new cookie, the earlier one opens nothing. */
  passSecondFactor: (session: AdminSession) => Promise<{ cookies: string[] }>
  /** Ends the session; the cookies to send clear it. */
  signOut: (headers: Headers) => Promise<{ cookies: string[] }>
  isPassword: (personId: string, password: string) => Promise<boolean>
  /** Sets the password of whoever is signed in: their other sessions end, this one goes on under a new cookie. */
  changePassword: (session: AdminSession, password: string) => Promise<{ cookies: string[] }>
  /** Creates the person, or sets the password of an existing one, who then is active; ends all their sessions. @returns their id. */
  setPassword: (input: { email: string; name: string; password: string; roles: readonly Role[] }) => Promise<string>
}
