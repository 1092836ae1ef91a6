import type { Brand } from '#brand.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { DecidedApplication } from '#mail/told-application.ts'

/** To who has applied: the approval was a mistake, why, and that the application is looked at again. */
export function approvalWithdrawnMail(application: DecidedApplication, reason: string, brand: Brand): MailDraft {
  const { applicationId, decision, reference, title, contactName, email } = application
  return {
    kind: 'approval-withdrawn',
    causedBy: 'staff',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `The approval of your application ${reference} has been withdrawn`,
    body: [
      { kind: 'paragraph', text: `Hello ${contactName},` },
      {
        kind: 'paragraph',
        text: `We approved your application for ${title} by mistake, and have withdrawn the approval. We are reviewing the application again. You cannot pay for the listing until we have decided. We will write to you about the decision.`,
      },
      { kind: 'paragraph', text: `The reason: ${reason}` },
      {
        kind: 'paragraph',
        text: `If you disagree, or we have missed something, email ${brand.complianceEmail} and quote ${reference}.`,
      },
    ],
  }
}
