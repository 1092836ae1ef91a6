import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { type UnconfirmedRenewal, unconfirmedWords } from '#features/payments/rules.ts'
import { type ApplicationSummary, applicationWords, greeting, toApplicant } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import { href } from '#pages.ts'

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
