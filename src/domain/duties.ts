/** What people of the desk may be trusted with. A role is a set of duties; pages and calls name the duty that they take. */
export const roles = ['reviewer', 'editor', 'finance', 'owner'] as const
export type Role = (typeof roles)[number]

/**
 * - `desk`: being signed in at all: one's own account, one's own security, the desk's front page.
 * - `review`: applications, their history, notes and decisions, and calls with applicants.
 * - `register`: entries, national events, partners, assessment times and what the site shows.
 * - `correspondence`: enquiries, leads, sign-ups, reservations and complaints.
 * - `money`: orders, payment events, refunds, coupons.
 * - `mail`: the mailbox and the queue.
 * - `people`: who may sign in, and as what.
 * - `audit`: the log of every change.
 * - `privacy`: export and erasure of a person's data, retention.
 */
export const duties = [
  'desk',
  'review',
  'register',
  'correspondence',
  'money',
  'mail',
  'people',
  'audit',
  'privacy',
] as const
export type Duty = (typeof duties)[number]

const dutiesOf: Record<Role, readonly Duty[]> = {
  reviewer: ['desk', 'review'],
  editor: ['desk', 'register', 'correspondence'],
  finance: ['desk', 'money'],
  owner: duties,
}

/** Whether a role carries a duty. */
export function carries(role: Role, duty: Duty): boolean {
  return dutiesOf[role].includes(duty)
}

const roleLabels: Record<Role, string> = {
  reviewer: 'Reviewer',
  editor: 'Editor',
  finance: 'Finance',
  owner: 'Owner',
}

/** A role as people call it. */
export function roleLabel(role: Role): string {
  return roleLabels[role]
}

export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value)
}
