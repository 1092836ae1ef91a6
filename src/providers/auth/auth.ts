import type { Admin, Role } from '#domain/permissions.ts'

/** Until it needs nothing, it may do only that. */
export type AdminSession = {
  id: string
  person: Admin
  /** `code`: the second factor was not given here; `enrolment`: there is none yet, and there must be. */
  needs: 'nothing' | 'code' | 'enrolment'
}

export type SignInOutcome =
  | { kind: 'signed-in'; cookies: string[]; session: AdminSession }
  /** The same for an unknown address, a wrong password and a deactivated person. */
  | { kind: 'refused' }

export type Auth = {
  admin: (headers: Headers) => Promise<Admin | null>
  /** Whatever it still needs; null for none, ended, or waiting too long. */
  session: (headers: Headers) => Promise<AdminSession | null>
  signIn: (input: { email: string; password: string; headers: Headers }) => Promise<SignInOutcome>
  /** The session continues under a new cookie; the earlier one opens nothing. */
  passSecondFactor: (session: AdminSession) => Promise<{ cookies: string[] }>
  signOut: (headers: Headers) => Promise<{ cookies: string[] }>
  isPassword: (personId: string, password: string) => Promise<boolean>
  /** Other sessions end; this one continues under a new cookie. */
  changePassword: (session: AdminSession, password: string) => Promise<{ cookies: string[] }>
  /** Creates the person, or sets the password of an existing one, who becomes active; ends all their sessions. @returns their id. */
  setPassword: (input: { email: string; name: string; password: string; roles: readonly Role[] }) => Promise<string>
}
