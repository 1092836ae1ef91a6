import { applicationStatusLabel } from '#domain/application-state.ts'
import { longDay } from '#domain/london-time.ts'
import type { JudgedCriterion } from '#features/assessments/cases/judged-criteria.ts'
import type { Condition, DecidedBy, Outcome } from '#features/assessments/cases/rules.ts'
import { appealBlocks } from '#mail/appeal-link.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import type { ToldCase } from '../told-case.ts'
import { unmetBlocks } from './refusal-notice.ts'

export type Result = {
  outcome: Outcome
  isSafety: boolean
  /** For the applicant. */
  reason: string
  conditions: readonly Condition[]
  decidedBy: DecidedBy
  /** The proposal, referral or notice that it ends. */
  about: number
}

type Decided = Result & {
  criteria: readonly JudgedCriterion[]
  nextReviewOn: string | null
  /** Its application is approved: before that, to meet the criteria is not all. */
  isApproved: boolean
}

/**
 * To who has applied: how the assessment has ended, with its conditions or its reasons.
 *
 * @param link gives another browser the application (`appealLink`), for an appeal.
 */
export function assessmentDecidedMail(told: ToldCase, decided: Decided, link: string): MailDraft {
  const { assessmentId, reference, contactName, email } = told
  return {
    kind: 'assessment-decided',
    causedBy: 'staff',
    once: `assessment-decided:${assessmentId}`,
    to: { name: contactName, email },
    subject: `The assessment of your application ${reference} has been decided`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      ...(decided.outcome === 'refuse' ? refused(told, decided, link) : accredited(told, decided)),
    ],
  }
}

function accredited(told: ToldCase, { reason, conditions, nextReviewOn, isApproved }: Decided): MailDraft['body'] {
  return [
    {
      kind: 'paragraph',
      text: `The assessment of your ${applicationWords(told)} is complete. Your event meets the criteria${conditions.length > 0 ? ', with conditions' : ''}.${isApproved ? ' While your listing is paid, the register shows that your event was assessed.' : ''}`,
    },
    ...(isApproved
      ? []
      : [
          {
            kind: 'paragraph',
            text: `This is not an approval. Your application is still “${applicationStatusLabel('submitted')}”: a reviewer decides whether your organisation and event are eligible, and we will email you. Your event is not in the register before that, and there is nothing to pay yet.`,
          } as const,
        ]),
    ...(reason ? [{ kind: 'paragraph', text: reason } as const] : []),
    ...(conditions.length > 0
      ? [
          { kind: 'heading', text: 'Conditions' } as const,
          { kind: 'list', items: conditions.map(({ text, due }) => `By ${longDay(due)}: ${text}`) } as const,
        ]
      : []),
    ...(nextReviewOn ? [{ kind: 'paragraph', text: `We will review it by ${longDay(nextReviewOn)}.` } as const] : []),
  ]
}

function refused(told: ToldCase, { reason, isSafety, criteria }: Decided, link: string): MailDraft['body'] {
  return [
    {
      kind: 'paragraph',
      text: `We have assessed your ${applicationWords(told)} and decided to refuse accreditation.${isSafety ? ' This is because of safety, so the refusal takes effect at once.' : ''}`,
    },
    { kind: 'heading', text: 'Reasons' },
    { kind: 'paragraph', text: reason },
    ...unmetBlocks(criteria),
    ...appealBlocks(link),
  ]
}
