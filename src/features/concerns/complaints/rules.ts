/** What a complaint can be about, in the order of the form. */
export const complaintSubjects = [
  { value: 'event', label: 'An accredited event' },
  { value: 'decision', label: 'A decision on an application' },
  { value: 'service', label: 'Our service or a payment' },
  { value: 'data', label: 'How we handle personal data' },
  { value: 'other', label: 'Something else' },
] as const
export type ComplaintSubject = (typeof complaintSubjects)[number]['value']

/** Most characters of each text. */
export const complaintLimits = { concerns: 200, message: 5000, name: 120, email: 254, phone: 40 }

/** Working days within which a complaint gets its answer. */
export const complaintDays = 20
