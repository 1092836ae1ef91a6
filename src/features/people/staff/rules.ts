import type { Role } from '#domain/permissions.ts'
import type { PersonState } from './state.ts'

/** What each role may do, in the words of the form that gives it. */
export const roleHints: Record<Role, string> = {
  reviewer: 'Applications and assessments: review, notes, decisions and calls with applicants',
  panel: 'Votes on the assessments that are referred to a panel',
  editor: 'The register and what the site shows, enquiries and sign-ups',
  concerns: 'Concerns that the public reports, who reported them, and appeals',
  finance: 'Orders, refunds, coupons and payment events',
  owner: 'Everything, people and the audit log included',
}

/** Where a person stands, from what the database holds. */
export function personStateOf(row: { deactivated_at: string | null; has_password: boolean }): PersonState {
  if (row.deactivated_at) return 'deactivated'
  return row.has_password ? 'active' : 'invited'
}

export const personStateLabels: Record<PersonState, string> = {
  invited: 'Invited',
  active: 'Active',
  deactivated: 'Deactivated',
}
