import { promisedHours } from '#domain/office-hours.ts'
import { email, form, paragraphs, phone, text } from '#wire/define-form.ts'

export const enquiryForm = form(
  {
    name: text({ label: 'Name', max: 120, required: 'Enter your name', autoComplete: 'name' }),
    email: email({ label: 'Email', required: 'Enter your email address', autoComplete: 'email' }),
    company: text({ label: 'Organisation', max: 200, optional: true, nullable: true, autoComplete: 'organization' }),
    phone: phone({ label: 'Phone', optional: true, nullable: true, autoComplete: 'tel' }),
    subject: text({ label: 'Subject', max: 200, optional: true, nullable: true }),
    message: paragraphs({ label: 'Message', max: 5000, required: 'Enter your message', rows: 7 }),
  },
  { honeypot: true },
)

export const contactToasts = {
  sent: { title: 'Message Sent', description: "Thank you for your inquiry. We'll respond within 24 hours." },
  missing: { title: 'Missing Information', description: 'Please fill in all required fields.' },
  failed: { title: 'Submission Error', description: 'Failed to send message' },
} as const

export const responses = [
  { term: 'General enquiries', details: `${promisedHours.general} hours` },
  { term: 'Application support', details: `${promisedHours.application} hours` },
  { term: 'Urgent matters', details: `${promisedHours.urgent} hours` },
] as const
