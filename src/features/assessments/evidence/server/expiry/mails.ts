import type { Brand } from '#brand.ts'
import { howToAppeal } from '#domain/appeals.ts'
import { asAccredited } from '#domain/assurance.ts'
import type { Day } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { dayWords } from '#features/assessments/evidence/rules.ts'
import { greeting } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Holder } from '../queries.ts'

type DocumentSummary = {
  fileId: string
  criterion: string
  lastDay: Day
  /** Null where the accreditation does not rest on it. */
  suspendedAfter: Day | null
}

const head = ({ contactName: name, email, applicationId: application }: Holder, subject: string) =>
  ({ application, to: { name, email }, subject, causedBy: 'system' }) as const

const ending = ({ applicationId: appId, reference, title, number }: Holder): MailBlock[] => [
  {
    kind: 'facts',
    facts: [
      { term: 'Event', details: title },
      { term: 'Application', details: reference },
      { term: 'Certificate number', details: number },
    ],
  },
  { kind: 'button', label: 'Open your evidence', href: href('evidence', { appId }) },
]

export const lastDayNearMail = (holder: Holder, document: DocumentSummary, days: number) =>
  mail('evidence-reminder', {
    ...head(holder, `${document.criterion}: your document is valid until ${dayWords(document.lastDay)}`),
    once: `evidence-reminder:${document.fileId}:${days}`,
  })`
    ${greeting(holder)}

    The document that you sent us for “${document.criterion}” is valid until ${dayWords(document.lastDay)}. Please send a new
    one before then.

    ${
      document.suspendedAfter &&
      `Your event must have it to be accredited. If we do not have a new document by ${dayWords(document.suspendedAfter)}, we will suspend the accreditation.`
    }

    ${ending(holder)}`

export const expiredMail = (holder: Holder, { fileId, criterion, lastDay, suspendedAfter }: DocumentSummary) =>
  mail('evidence-run-out', {
    ...head(holder, `${criterion}: your document has expired`),
    once: `evidence-run-out:${fileId}`,
  })`
    ${greeting(holder)}

    The document that you sent us for “${criterion}” was valid until ${dayWords(lastDay)}. Please send a new one.

    ${
      suspendedAfter
        ? `If we do not have a new document by ${dayWords(suspendedAfter)}, we will suspend the accreditation of your event until we accept one.`
        : 'Without it, this point counts as open in your assessment.'
    }

    ${ending(holder)}`

/** @param reason as the public reads it. @param appeal a link (`appealLink`). */
export const suspendedMail = (
  holder: Holder,
  { reason, lapsesAfter, appeal }: { reason: string; lapsesAfter: Day; appeal: string },
  brand: Brand,
) =>
  mail('evidence-suspended', head(holder, `The accreditation ${holder.number} is suspended`))`
    ${greeting(holder)}

    The accreditation ${holder.number} is suspended. Your event is not accredited while the suspension lasts. Please stop
    using the badge and the certificate until it ends.

    The reason shown in the public register: ${reason}

    Send the new document. When an assessor has accepted it, the accreditation is reinstated with the same number.

    If you have not sent it by ${dayWords(lapsesAfter)}, or the annual listing ends before that, the entry lapses.

    If you think that this is a mistake, write to ${brand.complianceEmail} and quote ${holder.number}. ${howToAppeal}

    ${ending(holder)}

    [Appeal](${appeal})`

/** @param isOver whether its listing has ended. */
export const lapsedMail = (holder: Holder, { reason, isOver }: { reason: string; isOver: boolean }, brand: Brand) =>
  mail('evidence-lapsed', head(holder, `The accreditation ${holder.number} has lapsed`))`
    ${greeting(holder)}

    The accreditation ${holder.number} was suspended, and has now lapsed. The register keeps the entry and shows it as lapsed.

    The reason shown in the public register: ${reason}

    ${
      isOver
        ? 'To come back, renew the annual listing, and send the new document. Without an accepted document the entry is suspended again.'
        : 'Your annual listing is still paid: send the new document, and as soon as an assessor has accepted it, the accreditation is reinstated under the same number.'
    }

    If you think that this is a mistake, write to ${brand.complianceEmail} and quote ${holder.number}.

    ${ending(holder)}`

export const reinstatedMail = (holder: Holder, status: RegisterStatus) =>
  mail(
    'evidence-reinstated',
    head(
      holder,
      status === 'active'
        ? `The accreditation ${holder.number} is reinstated`
        : `${holder.number} is no longer suspended`,
    ),
  )`
    ${greeting(holder)}

    Your new document was accepted, and the suspension has ended.

    ${againWords(holder, status)}

    ${ending(holder)}`

function againWords({ assurance, assuredOn }: Holder, status: RegisterStatus): string {
  if (status === 'active') return `Your event is in the register ${asAccredited({ assurance, assuredOn })} again.`
  if (status === 'listed') return 'Your event is listed in the register, and its assessment continues.'
  return 'The annual listing has since ended, so the register shows the accreditation as lapsed until you renew it.'
}

/** @param wanted what is asked for again. */
export const renewalOpenedMail = (holder: Holder, assessmentId: string, wanted: string[]) =>
  mail('assessment-renewal', {
    ...head(holder, `Your listing is renewed: the assessment of ${holder.reference}`),
    once: `assessment-renewal:${assessmentId}`,
  })`
    ${greeting(holder)}

    Your annual listing is renewed, so we review your assessment. Documents that we accepted and that are still valid still
    count.

    ${wanted.length > 0 ? 'Please send these:' : 'You do not have to send anything at the moment.'}

    ${wanted.length > 0 ? [{ kind: 'list', items: wanted }] : []}

    ${ending(holder)}`
