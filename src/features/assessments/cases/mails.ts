import { applicationStatusLabel } from '#domain/application-state.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { appealBlocks } from '#mail/appeal-link.ts'
import { type ApplicationSummary, applicationWords, greeting, toApplicant } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { JudgedCriterion } from './judged-criteria.ts'
import { type Condition, type DecidedBy, noticeDays, type Outcome } from './rules.ts'

/** What a mail says of a case: what was typed only where its address is confirmed. */
export type CaseSummary = ApplicationSummary & { assessmentId: string }

export type Decision = {
  outcome: Outcome
  isSafety: boolean
  reason: string
  conditions: readonly Condition[]
  decidedBy: DecidedBy
  /** The proposal, referral or notice that it ends. */
  about: number
}

const head = (summary: ApplicationSummary, causedBy: 'staff' | 'system', subject: string) => ({
  ...toApplicant(summary),
  subject,
  causedBy,
})

/** @param message an assessor's own words, or empty. */
export const evidenceWantedMail = (summary: CaseSummary, criteria: readonly JudgedCriterion[], message: string) =>
  mail('evidence-wanted', head(summary, 'staff', `More evidence is needed for your application ${summary.reference}`))`
    ${greeting(summary)}

    We have looked at the evidence for your ${applicationWords(summary)}.

    ${message}

    ${criteria.length > 0 && 'More is needed for:'}

    ${list(criteria.map(({ name, found }) => `${name}: ${found.stateReason}`))}

    [Send evidence](${href('evidence', { appId: summary.applicationId })})`

export const refusalNoticeMail = (
  summary: CaseSummary,
  notice: { stepId: number; reason: string; criteria: readonly JudgedCriterion[]; until: Instant; link: string },
) =>
  mail('refusal-notice', {
    ...head(summary, 'staff', `We intend to refuse accreditation for your application ${summary.reference}`),
    once: `refusal-notice:${notice.stepId}`,
  })`
    ${greeting(summary)}

    We have assessed your ${applicationWords(summary)}, and intend to refuse accreditation. Nothing has been decided yet.

    # Reasons

    ${notice.reason}

    ${unmetBlocks(notice.criteria)}

    # What you can do

    You have ${noticeDays} days to answer, until ${londonDateOf(notice.until)}. Tell us what we have missed, or what you
    have changed. We will decide after we have read your answer, or when that time is over.

    [Answer](${notice.link})

    You can answer once.`

/** @param decided.isApproved without an approval, meeting the criteria is not enough. @param link to an appeal (`appealLink`). */
export function assessmentDecidedMail(
  summary: CaseSummary,
  decided: Decision & { criteria: readonly JudgedCriterion[]; nextReviewOn: Day | null; isApproved: boolean },
  link: string,
): MailDraft {
  const write = mail('assessment-decided', {
    ...head(summary, 'staff', `The assessment of your application ${summary.reference} has been decided`),
    once: `assessment-decided:${summary.assessmentId}`,
  })
  const { outcome, isSafety, reason, criteria, conditions, nextReviewOn, isApproved } = decided
  if (outcome === 'refuse')
    return write`
      ${greeting(summary)}

      We have assessed your ${applicationWords(summary)} and decided to refuse accreditation.${isSafety && ' This is because of safety, so the refusal takes effect at once.'}

      # Reasons

      ${reason}

      ${unmetBlocks(criteria)}

      ${appealBlocks(link)}`
  const hasConditions = conditions.length > 0
  return write`
    ${greeting(summary)}

    The assessment of your ${applicationWords(summary)} is complete. Your event meets the criteria${hasConditions && ', with conditions'}.${isApproved && ' While your listing is paid, the register shows that your event was assessed.'}

    ${
      !isApproved &&
      `This is not an approval. Your application is still “${applicationStatusLabel('submitted')}”: a reviewer decides whether your organisation and event are eligible, and we will email you. Your event is not in the register before that, and there is nothing to pay yet.`
    }

    ${reason}

    # ${hasConditions && 'Conditions'}

    ${list(conditions.map(({ text, due }) => `By ${longDay(due)}: ${text}`))}

    ${nextReviewOn && `We will review it by ${longDay(nextReviewOn)}.`}`
}

/** @param withdrawn the step that withdraws a notice of refusal, where nothing had been decided yet. */
export const assessedAgainMail = (summary: CaseSummary, { withdrawn }: { withdrawn?: number } = {}) =>
  mail('assessed-anew', {
    ...head(
      summary,
      'staff',
      `${withdrawn ? 'We have withdrawn our notice of refusal' : 'Your assessment is decided again'}: ${summary.reference}`,
    ),
    once: `assessed-anew:${withdrawn ?? summary.assessmentId}`,
  })`
    ${greeting(summary)}

    Somebody who had a part in ${withdrawn ? 'our notice' : 'the decision'} on your ${applicationWords(summary)} has since
    declared a conflict of interest. So other people assess it again, with the documents that you have sent.

    ${
      withdrawn
        ? 'The notice that we intend to refuse accreditation is withdrawn, and need not be answered. If you have answered it, they read your answer. You need not do anything; we write to you when it is decided.'
        : 'An accreditation holds until they have decided. A refusal does not count in the meantime. You need not do anything; we write to you when it is decided.'
    }

    [Your evidence](${href('evidence', { appId: summary.applicationId })})`

export const conditionOverdueMail = (summary: ApplicationSummary, condition: { id: string; text: string; due: Day }) =>
  mail('condition-overdue', {
    ...head(summary, 'system', `A condition of your accreditation is overdue: ${summary.reference}`),
    once: `condition-overdue:${condition.id}`,
  })`
    ${greeting(summary)}

    Your ${applicationWords(summary)} was accredited with a condition to meet by ${longDay(condition.due)}:

    ${condition.text}

    We do not have evidence that it is met. Send us evidence, or tell us why you cannot meet it. An assessor will look at
    it now.

    [Send evidence](${href('evidence', { appId: summary.applicationId })})`

function unmetBlocks(criteria: readonly JudgedCriterion[]): MailBlock[] {
  const unmet = criteria.filter(({ found }) => found.verdict === 'not-met')
  if (unmet.length === 0) return []
  return [
    { kind: 'paragraph', text: 'These criteria are not met:' },
    ...list(unmet.map(({ name, found }) => (found.reason ? `${name}: ${found.reason}` : name))),
  ]
}

function list(items: string[]): MailBlock[] {
  return items.length > 0 ? [{ kind: 'list', items }] : []
}
