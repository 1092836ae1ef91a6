export const roles = ['reviewer', 'panel', 'editor', 'concerns', 'finance', 'owner'] as const
export type Role = (typeof roles)[number]

/** `reporters`: who reported a concern. `register` also covers national events, partners, assessment times and the site's content. */
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

export function roleLabel(role: Role): string {
  return roleLabels[role]
}

export function rolesLabel(held: readonly Role[]): string {
  return held.map(roleLabel).join(', ')
}

/** How often somebody gets an email of what began to wait for them. */
export const workMails = ['daily', 'at-once', 'never'] as const
export type WorkMail = (typeof workMails)[number]

export type Admin = { id: string; name: string; roles: readonly Role[] }
