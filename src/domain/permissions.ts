export const roles = ['reviewer', 'panel', 'editor', 'concerns', 'finance', 'support', 'owner'] as const
export type Role = (typeof roles)[number]

/** `reporters`: who reported a concern. `case-mails`: to read and answer the emails of cases. `register` also covers national events, partners, assessment times and the site's content. */
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
  'case-mails',
  'money',
  'mail',
  'people',
  'audit',
  'privacy',
] as const
export type Permission = (typeof permissions)[number]

const permissionsOf: Record<Role, readonly Permission[]> = {
  reviewer: ['admin', 'review', 'assess', 'case-mails'],
  panel: ['admin', 'panel'],
  editor: ['admin', 'register', 'correspondence', 'criteria', 'concerns'],
  concerns: ['admin', 'concerns', 'reporters'],
  finance: ['admin', 'money'],
  support: ['admin', 'case-mails'],
  owner: permissions,
}

export function carries(held: readonly Role[], permission: Permission): boolean {
  return held.some((role) => permissionsOf[role].includes(permission))
}

export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => carries([role], permission))

export const roleLabels: Record<Role, string> = {
  reviewer: 'Reviewer',
  panel: 'Panel member',
  editor: 'Editor',
  concerns: 'Concerns',
  finance: 'Finance',
  support: 'Support',
  owner: 'Owner',
}

export function rolesLabel(held: readonly Role[]): string {
  return held.map((role) => roleLabels[role]).join(', ')
}

/** How often somebody gets an email of what began to wait for them. */
export type WorkMail = 'daily' | 'at-once' | 'never'

export type Admin = { id: string; name: string; roles: readonly Role[] }
