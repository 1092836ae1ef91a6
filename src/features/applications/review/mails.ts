import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { appealBlocks } from '#mail/appeal-link.ts'
import {
  type ApplicationSummary,
  applicationWords,
  type DecidedApplication,
  greeting,
  toApplicant,
} from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import type { StoredAttachment } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { quoted } from './emails/rules.ts'
import { questionDays } from './rules.ts'

/** @param link leads to the appeal (`appealLink`). */
export function applicationRejectedMail(
  application: DecidedApplication,
  reason: string | null,
  link: string,
  { complianceEmail }: Brand,
) {
  const { applicationId, decision, reference } = application
  return mail('application-rejected', {
    causedBy: 'staff',
    once: `application-decided:${applicationId}:${decision}`,
    ...toApplicant(application),
    subject: `The decision on your application ${reference}`,
  })`
    ${greeting(application)}

    We have reviewed your ${applicationWords(application)}. On the evidence we have, it does not meet our criteria, so we could not approve it.

    # ${reason && 'Reasons'}

    ${reason}

    To ask ${reason ? 'about them' : 'for the reasons'}, write to ${complianceEmail} and quote ${reference}.

    ${appealBlocks(link)}

    You can also apply again.

    [Apply again](${href('apply')})`
}

export const approvalWithdrawnMail = (
  { applicationId, decision, reference, title, contactName, email }: DecidedApplication,
  reason: string,
  brand: Brand,
) =>
  mail('approval-withdrawn', {
    causedBy: 'staff',
    once: `application-decided:${applicationId}:${decision}`,
    application: applicationId,
    to: { name: contactName, email },
    subject: `The approval of your application ${reference} has been withdrawn`,
  })`
    Hello ${contactName},

    We approved your application for ${title} by mistake, and have withdrawn the approval. We are reviewing the application again. You cannot pay for the listing until we have decided. We will write to you about the decision.

    The reason: ${reason}

    If you disagree, or we have missed something, email ${brand.complianceEmail} and quote ${reference}.`

/** @param link of the page that takes one answer, a path of this site. */
export const applicationQuestionMail = (application: ApplicationSummary, question: string, link: string) =>
  mail('application-question', {
    causedBy: 'staff',
    ...toApplicant(application),
    subject: `A question about your application ${application.reference}`,
  })`
    ${greeting(application)}

    Before we can decide on your ${applicationWords(application)}, we need to know more:

    ${question}

    [Answer the question](${link})

    You can answer once. The link works for ${questionDays} days.`

/** What the organiser wrote is on the review page alone. */
export const applicationAnsweredMail = (
  asker: { name: string; email: string },
  { id, reference, title }: { id: string; reference: string; title: string },
) =>
  mail('application-answered', {
    causedBy: 'visitor',
    to: asker,
    subject: `Your question on ${reference} has been answered`,
  })`
    Hello ${asker.name},

    The organiser of ${title} has answered your question. You can read the answer in the history.

    [Review ${reference}](${adminHref('review', { id })})`

/** For the old address, where it is confirmed. @param masked hints at the new one. */
export const addressCorrectedMail = (
  { reference, title, contactName, email }: ApplicationSummary,
  masked: string,
  brand: Brand,
) =>
  mail('address-corrected', {
    causedBy: 'staff',
    to: { name: contactName, email },
    subject: `The email address of your application ${reference} has been changed`,
  })`
    Hello ${contactName},

    While we reviewed the application for ${title}, we changed the email address of its organisation to ${masked}. We have emailed that address to confirm it, and will send all further emails there.

    If you did not ask for this, email ${brand.complianceEmail} at once and quote ${reference}.`

/** For a colleague. */
export const caseNoteMail = (
  to: { name: string; email: string },
  { id, reference }: { id: string; reference: string },
  { by, note }: { by: string; note: string },
) =>
  mail('case-note', { causedBy: 'staff', to, subject: `You are named in a note on application ${reference}` })`
    Hello ${to.name},

    ${by} named you in a note on application ${reference}:

    ${note}

    [Open the case](${adminHref('review', { id })})`

export const caseMail = (
  letter: { salutation: string; subject: string; text: string },
  head: {
    once: string
    application: string
    to: { name: string; email: string }
    author: string
    attachments: StoredAttachment[]
  },
  /** Null where nothing is quoted. */
  answered: { messageId: string | null; quote: { text: string; at: Instant } | null } | null,
) =>
  mail('case-mail', {
    causedBy: 'staff',
    once: head.once,
    application: head.application,
    author: { name: head.author, inReplyTo: answered?.messageId ?? null },
    to: head.to,
    subject: letter.subject,
    attachments: head.attachments,
  })`
    ${letter.salutation}

    ${letter.text}

    ${head.author}

    ${answered?.quote && `On ${londonDateOf(answered.quote.at)} you wrote:\n${quoted(answered.quote.text)}`}`
