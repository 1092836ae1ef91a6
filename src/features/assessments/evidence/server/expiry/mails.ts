import type { Brand } from '#brand.ts'
import { howToAppeal } from '#domain/appeals.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { dayWords } from '#features/assessments/evidence/rules.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Holder } from './queries.ts'

/** What a mail tells of a criterion's document. */
type ToldDocument = {
  fileId: string
  criterion: string
  lastDay: string
  /** When the entry is suspended without a new one; null where its accreditation does not rest on it. */
  suspendedAfter: string | null
}

const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })

function draftFor(
  holder: Holder,
  { kind, once, subject, texts }: { kind: string; once?: string; subject: string; texts: string[] },
): MailDraft {
  const { application_id: appId, contact_name: name, email, reference, title, number } = holder
  return {
    kind,
    causedBy: 'system',
    ...(once ? { once } : {}),
    to: { name, email },
    subject,
    body: [
      paragraph(name ? `Hello ${name},` : 'Hello,'),
      ...texts.map(paragraph),
      {
        kind: 'facts',
        facts: [
          { term: 'Event', details: title },
          { term: 'Application', details: reference },
          { term: 'Certificate number', details: number },
        ],
      },
      { kind: 'button', label: 'Open your evidence', href: href('evidence', { appId }) },
    ],
  }
}

/** Before the last day of a document, 30 or 7 days. */
export function lastDayNearMail(holder: Holder, document: ToldDocument, days: number): MailDraft {
  const { fileId, criterion, lastDay, suspendedAfter } = document
  return draftFor(holder, {
    kind: 'evidence-reminder',
    once: `evidence-reminder:${fileId}:${days}`,
    subject: `${criterion}: your document is valid until ${dayWords(lastDay)}`,
    texts: [
      `The document that you sent us for “${criterion}” is valid until ${dayWords(lastDay)}. Please send a new one before then.`,
      ...(suspendedAfter
        ? [
            `Your event must have it to be accredited. If we do not have a new document by ${dayWords(suspendedAfter)}, we will suspend the accreditation.`,
          ]
        : []),
    ],
  })
}

/** Once a document has run out. */
export function runOutMail(holder: Holder, { fileId, criterion, lastDay, suspendedAfter }: ToldDocument): MailDraft {
  return draftFor(holder, {
    kind: 'evidence-run-out',
    once: `evidence-run-out:${fileId}`,
    subject: `${criterion}: your document has expired`,
    texts: [
      `The document that you sent us for “${criterion}” was valid until ${dayWords(lastDay)}. Please send a new one.`,
      suspendedAfter
        ? `If we do not have a new document by ${dayWords(suspendedAfter)}, we will suspend the accreditation of your event until we accept one.`
        : 'Without it, this point counts as open in your assessment.',
    ],
  })
}

/** The entry was suspended. @param reason as the public reads it; `lapsesAfter` is a day, `appeal` leads there (`appealLink`). */
export function suspendedMail(
  holder: Holder,
  { reason, lapsesAfter, appeal }: { reason: string; lapsesAfter: string; appeal: string },
  brand: Brand,
): MailDraft {
  const draft = draftFor(holder, {
    kind: 'evidence-suspended',
    subject: `The accreditation ${holder.number} is suspended`,
    texts: [
      `The accreditation ${holder.number} is suspended. Your event is not accredited while the suspension lasts. Please stop using the badge and the certificate until it ends.`,
      `The reason shown in the public register: ${reason}`,
      'Send the new document. When an assessor has accepted it, the accreditation is reinstated with the same number.',
      `If you have not sent it by ${dayWords(lapsesAfter)}, or the annual listing ends before that, the entry lapses.`,
      `If you think that this is a mistake, write to ${brand.complianceEmail} and quote ${holder.number}. ${howToAppeal}`,
    ],
  })
  return { ...draft, body: [...draft.body, { kind: 'button', label: 'Appeal', href: appeal }] }
}

/** The entry has lapsed, because nothing has followed. @param isOver whether its listing has ended. */
export function lapsedMail(
  holder: Holder,
  { reason, isOver }: { reason: string; isOver: boolean },
  brand: Brand,
): MailDraft {
  const { number } = holder
  return draftFor(holder, {
    kind: 'evidence-lapsed',
    subject: `The accreditation ${number} has lapsed`,
    texts: [
      `The accreditation ${number} was suspended, and has now lapsed. The register keeps the entry and shows it as lapsed.`,
      `The reason shown in the public register: ${reason}`,
      isOver
        ? 'To come back, renew the annual listing, and send the new document. Without an accepted document the entry is suspended again.'
        : 'Your annual listing is still paid: send the new document, and as soon as an assessor has accepted it, the accreditation is reinstated under the same number.',
      `If you think that this is a mistake, write to ${brand.complianceEmail} and quote ${number}.`,
    ],
  })
}

/** The suspension has ended. @param status how the entry stands since. */
export function reinstatedMail(holder: Holder, status: RegisterStatus): MailDraft {
  const { number } = holder
  const since = {
    active: 'Your event is in the register as accredited again.',
    listed: 'Your event is listed in the register, and its assessment continues.',
  }
  return draftFor(holder, {
    kind: 'evidence-reinstated',
    subject: status === 'active' ? `The accreditation ${number} is reinstated` : `${number} is no longer suspended`,
    texts: [
      'Your new document was accepted, and the suspension has ended.',
      status === 'active' || status === 'listed'
        ? since[status]
        : 'The annual listing has since ended, so the register shows the accreditation as lapsed until you renew it.',
    ],
  })
}

/** The listing was renewed, and its assessment with it. @param wanted what is asked for again. */
export function renewalOpenedMail(holder: Holder, assessmentId: string, wanted: string[]): MailDraft {
  const draft = draftFor(holder, {
    kind: 'assessment-renewal',
    once: `assessment-renewal:${assessmentId}`,
    subject: `Your listing is renewed: the assessment of ${holder.reference}`,
    texts: [
      'Your annual listing is renewed, so we review your assessment. Documents that we accepted and that are still valid still count.',
      wanted.length > 0 ? 'Please send these:' : 'You do not have to send anything at the moment.',
    ],
  })
  if (wanted.length === 0) return draft
  return { ...draft, body: draft.body.toSpliced(3, 0, { kind: 'list', items: wanted }) }
}
