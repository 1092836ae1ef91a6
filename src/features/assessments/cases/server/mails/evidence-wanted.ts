import type { JudgedCriterion } from '#features/assessments/cases/judged-criteria.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import type { ToldCase } from '../told-case.ts'

/** To who has applied: for which criteria more is needed, and why. `message` is an assessor's own words, or empty. */
export function evidenceWantedMail(told: ToldCase, criteria: readonly JudgedCriterion[], message: string): MailDraft {
  const { applicationId, reference, contactName, email } = told
  return {
    kind: 'evidence-wanted',
    causedBy: 'staff',
    to: { name: contactName, email },
    subject: `More evidence is needed for your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      { kind: 'paragraph', text: `We have looked at the evidence for your ${applicationWords(told)}.` },
      ...(message ? [{ kind: 'paragraph', text: message } as const] : []),
      ...(criteria.length > 0
        ? [
            { kind: 'paragraph', text: 'More is needed for:' } as const,
            { kind: 'list', items: criteria.map(({ name, found }) => `${name}: ${found.state_reason}`) } as const,
          ]
        : []),
      { kind: 'button', label: 'Send evidence', href: href('evidence', { appId: applicationId }) },
    ],
  }
}
