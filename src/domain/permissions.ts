/**
 * What people of the admin area may be trusted with. A role is a set of permissions, and somebody may have several roles; pages and calls
 * name the permission that they take.
 */
export const roles = ['reviewer', 'panel', 'editor', 'concerns', 'finance', 'owner'] as const
export type Role = (typeof roles)[number]

/**
 * - `admin`: being signed in at all: one's own account, one's own security, the admin area's front page.
 * - `review`: applications, their history, notes and decisions, and calls with applicants.
 * - `assess`: assessments: evidence, verdicts, proposals and decisions.
 * - `panel`: to vote in a panel.
 * - `criteria`: what assessments ask for, and the reasons that assessors choose from.
 * - `concerns`: concerns that the public reports, and appeals.
 * - `reporters`: who reported a concern.
 * - `register`: entries, national events, partners, assessment times and what the site shows.
 * - `correspondence`: enquiries, leads, sign-ups, reservations and complaints.
 * - `money`: orders, payment events, refunds, coupons.
 * - `mail`: the mailbox and the queue.
 * - `people`: who may sign in, and as what.
 * - `audit`: the log of every change.
 * - `privacy`: export and erasure of a person's data, retention.
 */
export const permissions = [
  'admin',
  'review',
  'assess',
  'panel',
  'criteria',
  'concerns',
  'reporters',
  'register',
  'correspondence',
  'money',
  'mail',
  'people',
  'audit',
  'privacy',
] as const
export type Permission = (typeof permissions)[number]

const permissionsOf: Record<Role, readonly Permission[]> = {
  reviewer: ['admin', 'review', 'assess'],
  panel: ['admin', 'panel'],
  editor: ['admin', 'register', 'correspondence', 'criteria', 'concerns'],
  concerns: ['admin', 'concerns', 'reporters'],
  finance: ['admin', 'money'],
  owner: permissions,
}

/** Whether one of these roles carries a permission. */
export function carries(held: readonly Role[], permission: Permission): boolean {
  return held.some((role) => permissionsOf[role].includes(permission))
}

const roleLabels: Record<Role, string> = {
  reviewer: 'Reviewer',
  panel: 'Panel member',
  editor: 'Editor',
  concerns: 'Concerns',
  finance: 'Finance',
  owner: 'Owner',
}

/** A role as people call it. */
export function roleLabel(role: Role): string {
  return roleLabels[role]
}

/** Somebody's roles in one line, such as 'Reviewer, Finance'. */
export function rolesLabel(held: readonly Role[]): string {
  return held.map(roleLabel).join(', ')
}

/** The person of the admin area who is signed in. */
export type Admin = { id: string; name: string; roles: readonly Role[] }
