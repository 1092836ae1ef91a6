import { adminHref } from '../../../../admin-pages.ts'
import type { Brand } from '../../../../brand.ts'
import type { MailAddress } from '../../../../domain/mail-address.ts'
import type { MailBlock, MailDraft } from '../../../mail/server/mail-draft.ts'
import { type ConcernOutcome, type ConcernSubject, concernStates, replyDays, subjectLabel } from '../rules.ts'
import { callFirst, promiseWords } from '../words.ts'

type Case = { id: string; reference: string }
const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })

/**
 * Acknowledges a report. The form can name anybody's address: nothing that was typed stands in the mail.
 *
 * @param link of the status page, a path of this site.
 */
export function concernReceivedMail(
  { id, reference }: Case,
  report: { about: ConcernSubject; inDanger: boolean; email: string; promisedAt: string },
  link: string,
): MailDraft {
  return {
    kind: 'concern-received',
    once: `concern-received:${id}`,
    to: { name: '', email: report.email },
    subject: `Your report ${reference}`,
    body: [
      ...(report.inDanger ? [paragraph(callFirst)] : []),
      paragraph('We have your report.'),
      {
        kind: 'facts',
        facts: [
          { term: 'Case number', details: reference },
          { term: 'About', details: subjectLabel(report.about) },
        ],
      },
      paragraph(promiseWords(report.promisedAt)),
      { kind: 'button', label: 'See where it stands', href: link },
      paragraph('Whoever has this link sees where the case stands and can add to it. We never say who reported.'),
      paragraph('If you have not reported anything, somebody has mistyped their address. There is nothing to do.'),
    ],
  }
}

/** Tells the team. What was typed stands in the admin area alone, so that it goes when the case goes. */
export function concernMail({ id, reference }: Case, inDanger: boolean, promisedAt: string, brand: Brand): MailDraft {
  return {
    kind: 'concern',
    once: `concern:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: inDanger ? `Urgent: concern ${reference}, somebody may be in danger` : `Concern ${reference}`,
    body: [
      paragraph('A concern was reported.'),
      paragraph(promiseWords(promisedAt)),
      { kind: 'button', label: 'Open the case', href: adminHref('adminConcern', { id }) },
    ],
  }
}

/** News for the reporter: somebody has taken the case up. */
export function concernTakenUpMail({ id, reference }: Case, email: string): MailDraft {
  const { text, next } = concernStates.looking
  return {
    kind: 'concern-taken-up',
    once: `concern-taken-up:${id}`,
    to: { name: '', email },
    subject: `Your report ${reference}: somebody is looking at it`,
    body: [paragraph(text), paragraph(next), paragraph(linkWords)],
  }
}

const linkWords = 'The link in our first mail shows where the case stands, and takes anything that you want to add.'

/** News for the reporter: how the case has ended, and why. */
export function concernSettledMail(
  { id, reference }: Case,
  { state, reasons, email }: { state: ConcernOutcome; reasons: string; email: string },
  brand: Brand,
): MailDraft {
  const { label, text, next } = concernStates[state]
  return {
    kind: 'concern-settled',
    once: `concern-settled:${id}`,
    to: { name: '', email },
    subject: `Your report ${reference}: ${label.toLowerCase()}`,
    body: [
      paragraph(text),
      paragraph(reasons),
      paragraph(next),
      paragraph(
        `To object, write to ${brand.complianceEmail} and quote ${reference}: somebody else looks at it again.`,
      ),
    ],
  }
}

type Asked = { reference: string; number: string; title: string; to: MailAddress }

/** To the organiser: what they are asked, in the team's own words. Nothing of the report stands in it. */
export function concernQuestionMail(
  { reference, number, title, to }: Asked,
  question: string,
  link: string,
): MailDraft {
  return {
    kind: 'concern-question',
    to,
    subject: `A question about your accreditation ${number} (case ${reference})`,
    body: [
      paragraph(to.name ? `Hello ${to.name},` : 'Hello,'),
      paragraph(
        `A concern about ${title}, entry ${number} of the register, has been reported to us. Nothing is decided. Before anything is, you have the right to answer:`,
      ),
      paragraph(question),
      { kind: 'button', label: 'Answer', href: link },
      paragraph(
        `The link takes one answer, within ${replyDays} days. Should the concern be upheld, a short note stands on the entry’s page, with your reply if you give one.`,
      ),
      paragraph('We do not say who reported it, or whether anybody has given a name.'),
    ],
  }
}

/** To the organiser, once they have been asked: how the case has ended, and what the entry's page says. */
export function concernToldMail(
  { reference, number, title, to }: Asked,
  { id, state, entryNote, link }: { id: string; state: ConcernOutcome; entryNote: string; link: string },
  brand: Brand,
): MailDraft {
  const isUpheld = state === 'upheld'
  return {
    kind: 'concern-told',
    once: `concern-told:${id}`,
    to,
    subject: `Case ${reference} about your accreditation ${number} has ended`,
    body: [
      paragraph(to.name ? `Hello ${to.name},` : 'Hello,'),
      paragraph(
        isUpheld
          ? `The concern about ${title} was upheld. The page of entry ${number} says from now on:`
          : `The concern about ${title} was not upheld. Nothing of it is made public.`,
      ),
      ...(isUpheld
        ? [
            paragraph(entryNote),
            paragraph(`To object, write to ${brand.complianceEmail} and quote ${reference}.`),
            { kind: 'button' as const, label: 'See the entry', href: link },
          ]
        : []),
    ],
  }
}
