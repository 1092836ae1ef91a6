import type { Duty, Role } from './domain/duties.ts'

/** The person of the desk who is signed in. */
export type Admin = { id: string; name: string; role: Role }

/** Who is asking, as far as the server itself knows. Nothing here comes from a body or an unproven header. */
export type Visitor = {
  /**
   * Stands for the network that the visitor comes from (`TRUST_PROXY` says how many forwarding headers count), for limits to count:
   * a keyed hash, so that nothing that is stored of it tells an address.
   */
  address: string
  /** Applications and organisations that the signed cookie of this browser names. */
  owns: (id: string) => boolean
  /** The signed-in admin; asked of the database at the first call. */
  admin: () => Promise<Admin | null>
  /** Whether an admin is signed in whose role carries this duty. */
  holds: (duty: Duty) => Promise<boolean>
}
