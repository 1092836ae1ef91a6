export const complaintSubjects = {
  event: 'An accredited event',
  decision: 'A decision on an application',
  service: 'Our service or a payment',
  data: 'How we handle personal data',
  other: 'Something else',
} as const
export type ComplaintSubject = keyof typeof complaintSubjects

/** Working days until the answer. */
export const complaintDays = 20
