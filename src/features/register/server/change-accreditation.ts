import { apiPath } from '#api.ts'
import type { Transaction } from '#database/sql.ts'
import { accreditAfter } from '#domain/assurance.ts'
import { type RegisterStatus, registerStatuses, type Step } from '#domain/register-status.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { type AccreditedEntry, setAccreditation } from './assurance-queries.ts'
import { addHistory } from './queries.ts'

/** Makes an entry accredited, listed or refused by a step of the table of states, with the public reason, and tells its organisation. */
export async function changeAccreditation(
  tx: Transaction,
  { entryId, before, step, cause }: { entryId: string; before: RegisterStatus; step: Step; cause: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const at = services.now().toISOString()
  const reason = step.to === 'refused' ? refusedReason : null
  const [entry] = await setAccreditation(tx, { entryId, status: step.to, reason, at })
  await addHistory(tx, { entryId, at, change: step.change, before, after: step.to, reason, cause })
  if (!entry?.email) return
  const to = { name: entry.contact_name ?? '', email: entry.email }
  const mail = mailOf(step, entry, before, services)
  await queueMail(tx, { ...mail, once: `entry-${step.change}:${entryId}:${at}`, to }, services)
}

/** Public: of a refused entry. The reasons are between its applicant and us. */
const refusedReason = 'It was assessed against the criteria, and does not meet what an accreditation asks for.'

function mailOf(
  { to, change }: Step,
  entry: AccreditedEntry,
  before: RegisterStatus,
  services: Pick<Services, 'brand'>,
): Omit<MailDraft, 'to'> {
  if (to === 'active') return accreditedMail(entry)
  if (to === 'refused') return refusedMail(entry, before === 'active', services)
  return change === 'reopened' ? reopenedMail(entry, services) : unaccreditedMail(entry, services)
}

function refusedMail(
  { number, slug, title }: AccreditedEntry,
  wasAccredited: boolean,
  { brand }: Pick<Services, 'brand'>,
): Omit<MailDraft, 'to'> {
  return {
    kind: 'entry-refused',
    causedBy: 'staff',
    subject: `${number}: ${registerStatuses.refused.label.toLowerCase()}`,
    body: [
      {
        kind: 'paragraph',
        text: `The assessment of ${title} has ended without an accreditation. From now on the public register says of it: “${registerStatuses.refused.label}”. The email on the decision gives the reasons and says how to appeal.${wasAccredited ? ' Please take the verification badge and the certificate out of use.' : ''}`,
      },
      {
        kind: 'paragraph',
        text: `Nothing more is sold for this application. The listing that is paid goes on to its end; to end its renewal, open “Orders and billing”. Ask ${brand.complianceEmail} about what you have paid, and quote ${number}.`,
      },
      { kind: 'button', label: 'See the entry', href: href('event', { slug }) },
    ],
  }
}

function reopenedMail(
  { number, slug, title }: AccreditedEntry,
  { brand }: Pick<Services, 'brand'>,
): Omit<MailDraft, 'to'> {
  return {
    kind: 'entry-reopened',
    causedBy: 'staff',
    subject: `${number}: its assessment is open again`,
    body: [
      {
        kind: 'paragraph',
        text: `The refusal of ${title} does not hold any more, and its assessment is open again. The public register says: “${registerStatuses.listed.label}”. It is accredited ${accreditAfter[brand.accreditAfter].when}.`,
      },
      { kind: 'button', label: 'See the entry', href: href('event', { slug }) },
    ],
  }
}

function accreditedMail({ number, slug, title }: AccreditedEntry): Omit<MailDraft, 'to'> {
  return {
    kind: 'entry-accredited',
    causedBy: 'staff',
    subject: 'Your event is accredited',
    body: [
      {
        kind: 'paragraph',
        text: `${title} is in the public register as accredited, under the number ${number}. Your certificate is ready. You can also show the verification badge: you can download it from the press page, which has the rules for using it.`,
      },
      {
        kind: 'button',
        label: 'Download your certificate',
        href: apiPath('getCertificate', { file: `${number}.pdf` }),
      },
      { kind: 'button', label: 'Get the live badge for your website', href: href('badge', { number }) },
      { kind: 'button', label: 'See the entry', href: href('event', { slug }) },
    ],
  }
}

function unaccreditedMail(
  { number, slug, title }: AccreditedEntry,
  { brand }: Pick<Services, 'brand'>,
): Omit<MailDraft, 'to'> {
  return {
    kind: 'entry-unaccredited',
    causedBy: 'staff',
    subject: `${number}: listed, and no longer accredited`,
    body: [
      {
        kind: 'paragraph',
        text: `What we have checked of ${title} is no longer enough for accreditation. The event stays in the public register as listed, with its assessment under way. It is accredited again ${accreditAfter[brand.accreditAfter].when}.`,
      },
      {
        kind: 'paragraph',
        text: `Please stop using the verification badge and the certificate until then. If you disagree, email ${brand.complianceEmail} and quote ${number}.`,
      },
      { kind: 'button', label: 'See the entry', href: href('event', { slug }) },
    ],
  }
}
