import type { Admin, Permission } from '#domain/permissions.ts'

/** Only what the server knows: nothing from a body or an unproven header. */
export type Visitor = {
  /** A keyed hash of the visitor's network (`TRUST_PROXY`), for limits. */
  address: string
  owned: () => Promise<ReadonlySet<string>>
  isOwnerOf: (id: string) => Promise<boolean>
  ownershipCookie: (added: string[]) => Promise<string>
  admin: () => Promise<Admin | null>
  holds: (permission: Permission) => Promise<boolean>
}

/** For the log of changes; null where the thing is this browser's own. The caller has checked the right. @param ids of the thing and what it belongs to. */
export async function actingFor({ owned, admin }: Visitor, ids: readonly string[]): Promise<Admin | null> {
  const own = await owned()
  return ids.some((id) => own.has(id)) ? null : await admin()
}
