import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import type { ToldCase } from '../told-case.ts'

/**
 * To who has applied: a conflict of interest came to light after the decision, so others assess anew.
 *
 * @param withdrawn the step that withdraws a notice of refusal, where nothing had been decided yet.
 */
export function assessedAnewMail(told: ToldCase, { withdrawn }: { withdrawn?: number } = {}): MailDraft {
  const { assessmentId, reference, applicationId, contactName, email } = told
  return {
    kind: 'assessed-anew',
    causedBy: 'staff',
    once: `assessed-anew:${withdrawn ?? assessmentId}`,
    to: { name: contactName, email },
    subject: withdrawn
      ? `We have withdrawn our notice of refusal: ${reference}`
      : `Your assessment is decided again: ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      {
        kind: 'paragraph',
        text: `Somebody who had a part in ${withdrawn ? 'our notice' : 'the decision'} on your ${applicationWords(told)} has since declared a conflict of interest. So other people assess it again, with the documents that you have sent.`,
      },
      {
        kind: 'paragraph',
        text: withdrawn
          ? 'The notice that we intend to refuse accreditation is withdrawn, and need not be answered. If you have answered it, they read your answer. You need not do anything; we write to you when it is decided.'
          : 'An accreditation holds until they have decided. A refusal does not count in the meantime. You need not do anything; we write to you when it is decided.',
      },
      { kind: 'button', label: 'Your evidence', href: href('evidence', { appId: applicationId }) },
    ],
  }
}
