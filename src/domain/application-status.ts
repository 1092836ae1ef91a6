export const applicationStatuses = ['submitted', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** How a status is shown; a value that we do not know is shown as it is. */
export function applicationStatusLabel(status: string): string {
  if (status === 'submitted') return 'Pending Review'
  if (status === 'approved') return 'Approved'
  if (status === 'rejected') return 'Rejected'
  return status
}
