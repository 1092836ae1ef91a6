import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { type UnconfirmedRenewal, unconfirmedWords } from '#features/payments/rules.ts'
import { type ApplicationSummary, applicationWords, greeting, toApplicant } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

const listOf = (items: string[]): MailBlock[] => [{ kind: 'list', items }]

/** For a confirmed address. @param reviewedAgain its approval has ended, because of what was `changed` or by the company registry. */
export function applicationChangedMail(
  application: ApplicationSummary & { revision: number },
  changes: string[],
  reviewedAgain: { changed: string[] } | null,
  link: string,
) {
  const { applicationId, revision, reference } = application
  const consequence =
    reviewedAgain &&
    (reviewedAgain.changed.length > 0
      ? `Your approval was for what you sent before. You have changed: ${reviewedAgain.changed.join(', ')}. So your application is “${applicationStatusLabel('submitted')}” again, and a reviewer decides. You cannot pay for the listing before that.`
      : 'It was approved because the company registry confirmed your company. It no longer does, so a reviewer will look at your application.')
  return mail('application-changed', {
    causedBy: 'visitor',
    once: `application-changed:${applicationId}:${revision}`,
    ...toApplicant(application),
    subject: `Your application ${reference} has been corrected`,
  })`
    ${greeting(application)}

    This was changed in your ${applicationWords(application)}:

    ${listOf(changes)}

    ${consequence}

    [See your application](${link})

    If you did not make these changes, please tell us at once.`
}

/** For the old address, where it is confirmed. @param masked hints at the new one. */
export const addressExchangedMail = (application: ApplicationSummary, masked: string, complianceEmail: string) =>
  mail('address-exchanged', {
    causedBy: 'visitor',
    to: { name: application.contactName, email: application.email },
    subject: `The email address of your application ${application.reference} has been changed`,
  })`
    ${greeting(application)}

    Someone who can act for your ${applicationWords(application)} has changed its email address to ${masked}. We will send all further emails there.

    If you did not ask for this, email ${complianceEmail} at once and quote ${application.reference}.`

export function applicationWithdrawnMail(application: ApplicationSummary, complianceEmail: string) {
  const { applicationId, reference } = application
  return mail('application-withdrawn', {
    causedBy: 'visitor',
    once: `application-withdrawn:${applicationId}`,
    ...toApplicant(application),
    subject: `Your application ${reference} has been withdrawn`,
  })`
    ${greeting(application)}

    Your ${applicationWords(application)} has been withdrawn, as you asked. We will not make a decision, and you do not have to pay anything. We keep what you sent for a year, then delete it.

    If you did not ask for this, email ${complianceEmail} and quote ${reference}. You can apply again at any time.

    [Apply again](${href('apply')})`
}

/** For a confirmed address. */
export function changeProposedMail(application: ApplicationSummary, proposal: string, now: Instant, changes: string[]) {
  const { applicationId, reference } = application
  return mail('change-proposed', {
    causedBy: 'visitor',
    once: `change-proposed:${proposal}:${now}`,
    ...toApplicant(application),
    subject: `We have the change that you propose for ${reference}`,
  })`
    ${greeting(application)}

    You propose this change of your ${applicationWords(application)}:

    ${listOf(changes)}

    Nothing has changed yet. A reviewer accepts or refuses it, and we will email you. The register shows the old facts until then. What you paid stays paid.

    [See your application](${href('myApplication', { appId: applicationId })})

    If you did not ask for this change, please tell us at once.`
}

/** For the team, so it has nothing that was typed. */
export const changeToDecideMail = (
  { applicationId, reference }: ApplicationSummary,
  proposal: string,
  now: Instant,
  brand: Pick<Brand, 'name' | 'complianceEmail'>,
) =>
  mail('change-to-decide', {
    causedBy: 'visitor',
    once: `change-to-decide:${proposal}:${now}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `To decide: a proposed change of ${reference}`,
  })`
    The applicant proposes a change of an approved event. Nothing changes before you accept it.

    [Decide on the change](${adminHref('review', { id: applicationId })})`

/** For a confirmed address. */
export function changeDecidedMail(
  application: ApplicationSummary,
  proposal: string,
  { isAccepted, reason }: { isAccepted: boolean; reason: string },
) {
  const { applicationId, reference } = application
  const words = applicationWords(application)
  const decision = isAccepted
    ? `A reviewer has accepted the change of your ${words}. If your event is in the register, the register shows it now. Some criteria may be checked again.`
    : `A reviewer has refused the change of your ${words}. Nothing has changed.`
  return mail('change-decided', {
    causedBy: 'staff',
    once: `change-decided:${proposal}`,
    ...toApplicant(application),
    subject: `The change that you proposed for ${reference} was ${isAccepted ? 'accepted' : 'refused'}`,
  })`
    ${greeting(application)}

    ${decision}

    ${reason}

    [See your application](${href('myApplication', { appId: applicationId })})`
}

type Term = { coversUntil: Instant; dueAt: Instant }

export const confirmFactsMail = (
  application: ApplicationSummary,
  { coversUntil, dueAt }: Term,
  otherwise: UnconfirmedRenewal,
  wantsDocuments: boolean,
) =>
  mail('confirm-facts', {
    ...toApplicant(application),
    causedBy: 'system',
    once: `confirm-facts:${application.applicationId}:${coversUntil}`,
    subject: `Please confirm the facts of your entry by ${londonDateOf(dueAt)}`,
  })`
    ${greeting(application)}

    The annual listing of your ${applicationWords(application)} renews on ${londonDateOf(coversUntil)}. Please confirm before then that what the register says is still true: the date of the next edition, and who we can reach. It is one page, filled in already.

    ${unconfirmedWords(otherwise)}

    ${wantsDocuments && 'Some of your documents have expired, or we need more. Please send them, so that the entry keeps its level.'}

    [Confirm the facts](${href('confirmFacts', { appId: application.applicationId })})`

export const factsConfirmedMail = (application: ApplicationSummary, { coversUntil }: Pick<Term, 'coversUntil'>) =>
  mail('facts-confirmed', {
    ...toApplicant(application),
    causedBy: 'visitor',
    once: `facts-confirmed:${application.applicationId}:${coversUntil}`,
    subject: `The facts of your entry are confirmed`,
  })`
    ${greeting(application)}

    You have confirmed the facts of your ${applicationWords(application)}. The annual listing renews on ${londonDateOf(coversUntil)}, unless you end it before.

    [Go to your entry](${href('myApplication', { appId: application.applicationId })})`

/** For the team, so it has nothing that was typed. */
export const companyToCheckMail = (
  { applicationId, reference }: ApplicationSummary,
  { coversUntil }: Pick<Term, 'coversUntil'>,
  state: string,
  brand: Pick<Brand, 'name' | 'complianceEmail'>,
) =>
  mail('company-to-check', {
    causedBy: 'visitor',
    once: `company-to-check:${applicationId}:${coversUntil}:${state}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `To check: the company of ${reference}`,
  })`
    The organiser of a listing that renews confirms its facts, but the company registry no longer confirms the company: ${state}. The facts count as not confirmed.

    [See the application](${adminHref('review', { id: applicationId })})`
