import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import { mail } from '#mail/mail.ts'
import { type ComplaintSubject, complaintDays, complaintSubjects } from './rules.ts'

type Complaint = { id: string; reference: string; about: ComplaintSubject; email: string }

/** The form can name anybody's address, so the email has nothing that was typed. */
export const complaintReceivedMail = ({ id, reference, about, email }: Complaint, brand: Brand) =>
  mail('complaint-received', {
    causedBy: 'visitor',
    once: `complaint-received:${id}`,
    to: { name: '', email },
    subject: `Your complaint ${reference}`,
  })`
    We have your complaint. Someone who was not involved will look at it.

    | Reference: ${reference}
    | About: ${complaintSubjects[about]}

    We will answer within ${complaintDays} working days. If it takes longer, we will tell you why and when we will answer.

    To tell us more, email ${brand.complianceEmail} and quote the reference.`

/** What was typed is only in the admin area, so that it is deleted with the complaint. */
export const complaintMail = ({ id, reference, about }: Complaint, brand: Brand) =>
  mail('complaint', {
    causedBy: 'visitor',
    once: `complaint:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `Complaint ${reference}`,
  })`
    There is a new complaint: ${complaintSubjects[about]}.

    [Open the complaint](${adminHref('adminComplaint', { id })})`

export const complaintAnswerMail = (
  { id, reference, email }: Omit<Complaint, 'about'>,
  outcome: string,
  { complianceEmail }: Brand,
) =>
  mail('complaint-closed', {
    causedBy: 'staff',
    once: `complaint-closed:${id}`,
    to: { name: '', email },
    subject: `Our answer to your complaint ${reference}`,
  })`
    ${outcome}

    If you disagree, email ${complianceEmail} and quote ${reference}. Someone else will look at it again.`
