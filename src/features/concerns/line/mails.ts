import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { greeting } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import { href } from '#pages.ts'
import {
  type ConcernOutcome,
  type ConcernSubject,
  callFirst,
  concernStates,
  concernSubjects,
  promiseWords,
  replyDays,
} from './rules.ts'

type Case = { id: string; reference: string }

/** The form can name anybody's address, so the email has nothing that was typed. @param link of the status page. */
export const concernReceivedMail = (
  { id, reference }: Case,
  report: { about: ConcernSubject; inDanger: boolean; email: string; promisedAt: string },
  link: string,
) =>
  mail('concern-received', {
    causedBy: 'visitor',
    once: `concern-received:${id}`,
    to: { name: '', email: report.email },
    subject: `Your report ${reference}`,
  })`
    ${report.inDanger && callFirst}

    We have your report.

    | Case number: ${reference}
    | About: ${concernSubjects[report.about]}

    ${promiseWords(report.promisedAt)}

    [See its status](${link})

    Anyone with this link can see the status of the case and add to it. We never say who reported.

    If you did not report anything, someone mistyped their address. Ignore this email.`

/** What was typed is only in the admin area, so that it is deleted with the case. */
export const concernMail = ({ id, reference }: Case, inDanger: boolean, promisedAt: string, brand: Brand) =>
  mail('concern', {
    causedBy: 'visitor',
    once: `concern:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: inDanger ? `Urgent: concern ${reference}, someone may be in danger` : `Concern ${reference}`,
  })`
    A concern was reported.

    ${promiseWords(promisedAt)}

    [Open the case](${adminHref('adminConcern', { id })})`

export const concernUnderWayMail = ({ id, reference }: Case, email: string) =>
  mail('concern-taken-up', {
    causedBy: 'staff',
    once: `concern-taken-up:${id}`,
    to: { name: '', email },
    subject: `Your report ${reference}: someone is looking at it`,
  })`
    ${concernStates.looking.text}

    ${concernStates.looking.next}

    Use the link in our first email to see the status of the case or add to it.`

export function concernSettledMail(
  { id, reference }: Case,
  { state, reasons, email }: { state: ConcernOutcome; reasons: string; email: string },
  brand: Brand,
) {
  const { label, text, next } = concernStates[state]
  return mail('concern-settled', {
    causedBy: 'staff',
    once: `concern-settled:${id}`,
    to: { name: '', email },
    subject: `Your report ${reference}: ${label.toLowerCase()}`,
  })`
    ${text}

    ${reasons}

    ${next}

    If you disagree, email ${brand.complianceEmail} and quote ${reference}. Someone else will look at it again.`
}

type Organiser = { reference: string; number: string; title: string; slug: string; to: MailAddress }

export const concernQuestionMail = ({ reference, number, title, to }: Organiser, question: string, link: string) =>
  mail('concern-question', {
    causedBy: 'staff',
    to,
    subject: `A question about your accreditation ${number} (case ${reference})`,
  })`
    ${greeting({ contactName: to.name })}

    Someone reported a concern to us about ${title}, entry ${number} of the register. We have not decided anything. You have the right to answer before we do:

    ${question}

    [Answer](${link})

    You can answer once, within ${replyDays} days. If we uphold the concern, we publish a short note on the entry’s page, with your reply if you give one.

    We do not say who reported it, or whether they gave a name.`

/** For an organiser who was asked. */
export function concernEndedMail(
  { reference, number, title, slug, to }: Organiser,
  { id, state, entryNote }: { id: string; state: ConcernOutcome; entryNote: string },
  brand: Brand,
) {
  const write = mail('concern-told', {
    causedBy: 'staff',
    once: `concern-told:${id}`,
    to,
    subject: `Case ${reference} about your accreditation ${number} has ended`,
  })
  const hello = greeting({ contactName: to.name })
  if (state !== 'upheld')
    return write`
      ${hello}

      The concern about ${title} was not upheld. We publish nothing about it.`
  return write`
    ${hello}

    The concern about ${title} was upheld. The page of entry ${number} now says:

    ${entryNote}

    If you disagree, email ${brand.complianceEmail} and quote ${reference}.

    [See the entry](${href('event', { slug })})`
}
