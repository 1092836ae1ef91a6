export const applicationStatuses = ['submitted', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** How a status is shown; a value that we do not know is shown as it is. */
export function applicationStatusLabel(status: string): string {
  if (status === 'submitted') return 'Pending Review'
  if (status === 'approved') return 'Approved'
  if (status === 'rejected') return 'Rejected'
  return status
}

/** The word on the badge, and how it is coloured; the same to the applicant and at the admin. */
export function applicationStatusBadge(status: string): {
  label: string
  tone: 'accredited' | 'neutral' | 'warning' | 'danger'
} {
  const tones = { submitted: 'warning', approved: 'accredited', rejected: 'danger' } as const
  return { label: applicationStatusLabel(status), tone: tones[status as ApplicationStatus] ?? 'neutral' }
}
