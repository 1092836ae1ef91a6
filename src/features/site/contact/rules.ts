import { isMailAddress } from '../../../domain/mail-address.ts'

/** Fields of an enquiry in the order of the form; the form, its checks and the call name them alike. */
export const enquiryFields = ['name', 'email', 'company', 'phone', 'subject', 'message'] as const
export type EnquiryField = (typeof enquiryFields)[number]
export type EnquiryValues = Record<EnquiryField, string>

export const emptyEnquiry: EnquiryValues = { name: '', email: '', company: '', phone: '', subject: '', message: '' }

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
  email: 'Email is required',
  emailForm: 'Please enter a valid email address',
  message: 'Message is required',
} as const

/** What the form says in passing. */
export const contactToasts = {
  sent: { title: 'Message Sent', description: "Thank you for your inquiry. We'll respond within 24 hours." },
  missing: { title: 'Missing Information', description: 'Please fill in all required fields.' },
  failed: { title: 'Submission Error', description: 'Failed to send message' },
} as const

export type EnquiryError = { field: EnquiryField; message: string }

/** Whether a field that has to be filled is empty. */
export function isIncomplete({ name, email, message }: EnquiryValues): boolean {
  return !name.trim() || !email.trim() || !message.trim()
}

/** What the form itself can see is wrong; the server checks the same and more. */
export function checkEnquiry(values: EnquiryValues): EnquiryError[] {
  const errors: EnquiryError[] = []
  if (!values.name.trim()) errors.push({ field: 'name', message: sentences.name })
  if (!values.email.trim()) errors.push({ field: 'email', message: sentences.email })
  else if (!isMailAddress(values.email.trim())) errors.push({ field: 'email', message: sentences.emailForm })
  if (!values.message.trim()) errors.push({ field: 'message', message: sentences.message })
  return errors
}
