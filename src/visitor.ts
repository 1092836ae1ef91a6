import type { Duty, Role } from './domain/duties.ts'

/** The person of the desk who is signed in. */
export type Admin = { id: string; name: string; role: Role }

/** Who is asking, as far as the server itself knows. Nothing here comes from a body or an unproven header. */
export type Visitor = {
  /** The client's address (`TRUST_PROXY` says how many forwarding headers count). Never logged. */
  address: string
  /** Applications and organisations that the signed cookie of this browser names. */
  owns: (id: string) => boolean
  /** The signed-in admin; asked of the database at the first call. */
  admin: () => Promise<Admin | null>
  /** Whether an admin is signed in whose role carries this duty. */
  holds: (duty: Duty) => Promise<boolean>
}
