import type { Admin, Permission } from '#domain/permissions.ts'

/** As far as the server itself knows: nothing here comes from a body or an unproven header. */
export type Visitor = {
  /** A keyed hash of the network that the visitor comes from (`TRUST_PROXY`), for limits to count. */
  address: string
  /** By the browser's signed cookie; where it names any, the database is asked once. */
  owned: () => Promise<ReadonlySet<string>>
  isOwnerOf: (id: string) => Promise<boolean>
  ownershipCookie: (added: string[]) => Promise<string>
  /** Asked of the database at the first call. */
  admin: () => Promise<Admin | null>
  holds: (permission: Permission) => Promise<boolean>
}

/**
 * The admin who acts for somebody else, for the log of changes; null where the thing is this browser's own. Whether they may act is asked before.
 * @param ids of the thing and of what it belongs to.
 */
export async function actingFor({ owned, admin }: Visitor, ids: readonly string[]): Promise<Admin | null> {
  const own = await owned()
  return ids.some((id) => own.has(id)) ? null : await admin()
}
