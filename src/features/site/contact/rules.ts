/** Fields of an enquiry in the order of the form; the form, its checks and the call name them alike. */
const enquiryFields = ['name', 'email', 'company', 'phone', 'subject', 'message'] as const
export type EnquiryField = (typeof enquiryFields)[number]

/** Most characters of each field. */
export const enquiryLimits: Record<EnquiryField, number> = {
  name: 120,
  email: 254,
  company: 200,
  phone: 40,
  subject: 200,
  message: 5000,
}

export const sentences = {
  name: 'Name is required',
  message: 'Message is required',
} as const

/** What the form says in passing. */
export const contactToasts = {
  sent: { title: 'Message Sent', description: "Thank you for your inquiry. We'll respond within 24 hours." },
  missing: { title: 'Missing Information', description: 'Please fill in all required fields.' },
  failed: { title: 'Submission Error', description: 'Failed to send message' },
} as const

/** Whether a field that has to be filled is empty. */
export function isIncomplete({ name = '', email = '', message = '' }: Record<string, string>): boolean {
  return !name.trim() || !email.trim() || !message.trim()
}
