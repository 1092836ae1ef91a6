import { longDay } from '../../../../../domain/london-time.ts'
import { href } from '../../../../../pages.ts'
import { applicationWords, greeting } from '../../../../applications/server/mails/application-approved.ts'
import type { MailDraft } from '../../../../mail/server/mail-draft.ts'
import type { ToldCase } from '../told-case.ts'

/** To the holder: a condition of the accreditation was not met by its day. */
export function conditionOverdueMail(
  told: Omit<ToldCase, 'assessmentId'>,
  condition: { id: string; text: string; due: string },
): MailDraft {
  const { applicationId, reference, contactName, email } = told
  return {
    kind: 'condition-overdue',
    once: `condition-overdue:${condition.id}`,
    to: { name: contactName, email },
    subject: `A condition of your accreditation is overdue: ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      {
        kind: 'paragraph',
        text: `Your ${applicationWords(told)} was accredited with a condition that was to be met by ${longDay(condition.due)}:`,
      },
      { kind: 'paragraph', text: condition.text },
      {
        kind: 'paragraph',
        text: 'We have not noted it as met. Send us what shows it, or tell us what keeps you from it; an assessor looks at it now.',
      },
      { kind: 'button', label: 'Send evidence', href: href('evidence', { appId: applicationId }) },
    ],
  }
}
