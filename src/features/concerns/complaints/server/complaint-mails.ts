import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { type ComplaintSubject, complaintDays, complaintSubjects } from '../rules.ts'
import type { Complaint } from '../schema.ts'

type Stored = { id: string; reference: string }

/** Tells the person that their complaint has arrived, what it says and when there will be an answer. */
export function acknowledgementMail({ id, reference }: Stored, complaint: Complaint, brand: Brand): MailDraft {
  return {
    kind: 'complaint-received',
    causedBy: 'visitor',
    once: `complaint-received:${id}`,
    // The form can name anybody's address: nothing that was typed stands in the mail.
    to: { name: '', email: complaint.email },
    subject: `Your complaint ${reference}`,
    body: [
      { kind: 'paragraph', text: 'We have your complaint. Someone who was not involved will look at it.' },
      {
        kind: 'facts',
        facts: [
          { term: 'Reference', details: reference },
          { term: 'About', details: subjectLabel(complaint.about) },
        ],
      },
      {
        kind: 'paragraph',
        text: `We will answer within ${complaintDays} working days. If it takes longer, we will tell you why and when we will answer.`,
      },
      {
        kind: 'paragraph',
        text: `To tell us more, email ${brand.complianceEmail} and quote the reference.`,
      },
    ],
  }
}

/** Tells the team. What was typed stands in the admin area alone, so that it goes when the complaint goes. */
export function complaintMail({ id, reference }: Stored, complaint: Complaint, brand: Brand): MailDraft {
  return {
    kind: 'complaint',
    causedBy: 'visitor',
    once: `complaint:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `Complaint ${reference}`,
    body: [
      { kind: 'paragraph', text: `There is a new complaint: ${subjectLabel(complaint.about)}.` },
      { kind: 'button', label: 'Open the complaint', href: adminHref('adminComplaint', { id }) },
    ],
  }
}

/** The answer. */
export function outcomeMail(
  { id, reference, email }: Stored & { email: string },
  outcome: string,
  brand: Brand,
): MailDraft {
  return {
    kind: 'complaint-closed',
    causedBy: 'staff',
    once: `complaint-closed:${id}`,
    to: { name: '', email },
    subject: `Our answer to your complaint ${reference}`,
    body: [
      { kind: 'paragraph', text: outcome },
      {
        kind: 'paragraph',
        text: `If you disagree, email ${brand.complianceEmail} and quote ${reference}. Someone else will look at it again.`,
      },
    ],
  }
}

function subjectLabel(about: ComplaintSubject): string {
  return complaintSubjects.find(({ value }) => value === about)!.label
}
