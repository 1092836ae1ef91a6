import { longDay } from '#domain/london-time.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import type { ToldCase } from '../told-case.ts'

/** To the holder: a condition of the accreditation was not met by its day. */
export function conditionOverdueMail(
  told: Omit<ToldCase, 'assessmentId'>,
  condition: { id: string; text: string; due: string },
): MailDraft {
  const { applicationId, reference, contactName, email } = told
  return {
    kind: 'condition-overdue',
    causedBy: 'system',
    once: `condition-overdue:${condition.id}`,
    to: { name: contactName, email },
    subject: `A condition of your accreditation is overdue: ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      {
        kind: 'paragraph',
        text: `Your ${applicationWords(told)} was accredited with a condition to meet by ${longDay(condition.due)}:`,
      },
      { kind: 'paragraph', text: condition.text },
      {
        kind: 'paragraph',
        text: 'We do not have evidence that it is met. Send us evidence, or tell us why you cannot meet it. An assessor will look at it now.',
      },
      { kind: 'button', label: 'Send evidence', href: href('evidence', { appId: applicationId }) },
    ],
  }
}
