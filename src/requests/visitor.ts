import type { Admin, Permission } from '#domain/permissions.ts'

/** Only what the server knows: nothing from a body or an unproven header. */
export type Visitor = {
  /** A keyed hash of the visitor's network (`TRUST_PROXY`), for limits. */
  address: string
  owned: () => Promise<ReadonlySet<string>>
  /** Whether this browser's cookie names one of these: applications or organisations. */
  isOwnerOf: (...ids: string[]) => Promise<boolean>
  ownershipCookie: (added: string[]) => Promise<string>
  admin: () => Promise<Admin | null>
  holds: (permission: Permission) => Promise<boolean>
}

/** For the log of changes; null where the thing is this browser's own. The caller has checked the right. @param ids of the thing and what it belongs to. */
export async function actingFor({ isOwnerOf, admin }: Visitor, ids: readonly string[]): Promise<Admin | null> {
  return (await isOwnerOf(...ids)) ? null : await admin()
}
