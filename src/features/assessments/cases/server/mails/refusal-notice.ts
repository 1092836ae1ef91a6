import { londonDateOf } from '#domain/london-time.ts'
import type { JudgedCriterion } from '#features/assessments/cases/judged-criteria.ts'
import { noticeDays } from '#features/assessments/cases/rules.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import type { ToldCase } from '../told-case.ts'

/**
 * To who has applied: a refusal is intended, why, and until when they can answer.
 *
 * @param notice.until ISO time in UTC.
 * @param notice.link a path of this site.
 */
export function refusalNoticeMail(
  told: ToldCase,
  notice: { stepId: number; reason: string; criteria: readonly JudgedCriterion[]; until: string; link: string },
): MailDraft {
  const { reference, contactName, email } = told
  return {
    kind: 'refusal-notice',
    causedBy: 'staff',
    once: `refusal-notice:${notice.stepId}`,
    to: { name: contactName, email },
    subject: `We intend to refuse accreditation for your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      {
        kind: 'paragraph',
        text: `We have assessed your ${applicationWords(told)}, and intend to refuse accreditation. Nothing has been decided yet.`,
      },
      { kind: 'heading', text: 'Reasons' },
      { kind: 'paragraph', text: notice.reason },
      ...unmetBlocks(notice.criteria),
      { kind: 'heading', text: 'What you can do' },
      {
        kind: 'paragraph',
        text: `You have ${noticeDays} days to answer, until ${londonDateOf(notice.until)}. Tell us what we have missed, or what you have changed. We will decide after we have read your answer, or when that time is over.`,
      },
      { kind: 'button', label: 'Answer', href: notice.link },
      { kind: 'paragraph', text: 'You can answer once.' },
    ],
  }
}

/** The criteria that are not met, each with its reason. */
export function unmetBlocks(criteria: readonly JudgedCriterion[]): MailDraft['body'] {
  const unmet = criteria.filter(({ found }) => found.verdict === 'not-met')
  if (unmet.length === 0) return []
  return [
    { kind: 'paragraph', text: 'These criteria are not met:' },
    { kind: 'list', items: unmet.map(({ name, found }) => (found.reason ? `${name}: ${found.reason}` : name)) },
  ]
}
