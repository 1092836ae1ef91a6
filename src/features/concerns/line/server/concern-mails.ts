import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
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
    causedBy: 'visitor',
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
      { kind: 'button', label: 'See its status', href: link },
      paragraph('Anyone with this link can see the status of the case and add to it. We never say who reported.'),
      paragraph('If you did not report anything, someone mistyped their address. Ignore this email.'),
    ],
  }
}

/** Tells the team. What was typed stands in the admin area alone, so that it goes when the case goes. */
export function concernMail({ id, reference }: Case, inDanger: boolean, promisedAt: string, brand: Brand): MailDraft {
  return {
    kind: 'concern',
    causedBy: 'visitor',
    once: `concern:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: inDanger ? `Urgent: concern ${reference}, someone may be in danger` : `Concern ${reference}`,
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
    causedBy: 'staff',
    once: `concern-taken-up:${id}`,
    to: { name: '', email },
    subject: `Your report ${reference}: someone is looking at it`,
    body: [paragraph(text), paragraph(next), paragraph(linkWords)],
  }
}

const linkWords = 'Use the link in our first email to see the status of the case or add to it.'

/** News for the reporter: how the case has ended, and why. */
export function concernSettledMail(
  { id, reference }: Case,
  { state, reasons, email }: { state: ConcernOutcome; reasons: string; email: string },
  brand: Brand,
): MailDraft {
  const { label, text, next } = concernStates[state]
  return {
    kind: 'concern-settled',
    causedBy: 'staff',
    once: `concern-settled:${id}`,
    to: { name: '', email },
    subject: `Your report ${reference}: ${label.toLowerCase()}`,
    body: [
      paragraph(text),
      paragraph(reasons),
      paragraph(next),
      paragraph(
        `If you disagree, email ${brand.complianceEmail} and quote ${reference}. Someone else will look at it again.`,
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
    causedBy: 'staff',
    to,
    subject: `A question about your accreditation ${number} (case ${reference})`,
    body: [
      paragraph(to.name ? `Hello ${to.name},` : 'Hello,'),
      paragraph(
        `Someone reported a concern to us about ${title}, entry ${number} of the register. We have not decided anything. You have the right to answer before we do:`,
      ),
      paragraph(question),
      { kind: 'button', label: 'Answer', href: link },
      paragraph(
        `You can answer once, within ${replyDays} days. If we uphold the concern, we publish a short note on the entry’s page, with your reply if you give one.`,
      ),
      paragraph('We do not say who reported it, or whether they gave a name.'),
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
    causedBy: 'staff',
    once: `concern-told:${id}`,
    to,
    subject: `Case ${reference} about your accreditation ${number} has ended`,
    body: [
      paragraph(to.name ? `Hello ${to.name},` : 'Hello,'),
      paragraph(
        isUpheld
          ? `The concern about ${title} was upheld. The page of entry ${number} now says:`
          : `The concern about ${title} was not upheld. We publish nothing about it.`,
      ),
      ...(isUpheld
        ? [
            paragraph(entryNote),
            paragraph(`If you disagree, email ${brand.complianceEmail} and quote ${reference}.`),
            { kind: 'button' as const, label: 'See the entry', href: link },
          ]
        : []),
    ],
  }
}
