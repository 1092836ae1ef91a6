import type { Admin, Permission } from '#domain/permissions.ts'

/** Who is asking, as far as the server itself knows. Nothing here comes from a body or an unproven header. */
export type Visitor = {
  /**
   * Stands for the network that the visitor comes from (`TRUST_PROXY` says how many forwarding headers count), for limits to count:
   * a keyed hash, so that nothing that is stored of it tells an address.
   */
  address: string
  /** Applications and organisations that the signed cookie of this browser names; where it names any, the database is asked once. */
  owned: () => Promise<ReadonlySet<string>>
  /** Whether the signed cookie of this browser names this application or organisation. */
  isOwnerOf: (id: string) => Promise<boolean>
  /** The `Set-Cookie` line that adds ids to what this browser may act for. */
  ownershipCookie: (added: string[]) => Promise<string>
  /** The signed-in admin; asked of the database at the first call. */
  admin: () => Promise<Admin | null>
  /** Whether an admin is signed in whose role carries this permission. */
  holds: (permission: Permission) => Promise<boolean>
}

/**
 * The person of the admin area who acts for somebody else, for the log of changes; null where the thing is this browser's own, or nobody is
 * signed in. Whether they may act at all is asked before.
 *
 * @param ids of the thing and of what it belongs to.
 */
export async function actingFor({ owned, admin }: Visitor, ids: readonly string[]): Promise<Admin | null> {
  const own = await owned()
  return ids.some((id) => own.has(id)) ? null : await admin()
}
