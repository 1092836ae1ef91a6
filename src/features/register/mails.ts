import { apiPath } from '#api.ts'
import type { Brand } from '#brand.ts'
import { howToAppeal } from '#domain/appeals.ts'
import { accreditAfter, asAccredited, type Level, levelWords } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { mail } from '#mail/mail.ts'
import { href } from '#pages.ts'

type Entry = { number: string; slug: string; title: string }
/** `once`: the key under which it is sent once. */
export type MailHead = { to: MailAddress; once: string; application?: string }

export const accreditedMail = ({ number, slug, title, ...level }: Entry & Level, head: MailHead) =>
  mail('entry-accredited', { causedBy: 'staff', subject: `Your event is accredited: ${levelWords(level)}`, ...head })`
    ${title} is in the public register ${asAccredited(level)}, under the number ${number}. Your certificate is ready. You can also show the verification badge: you can download it from the press page, which has the rules for using it.

    [Download your certificate](${apiPath('getCertificate', { file: `${number}.pdf` })})

    [Get the live badge for your website](${href('badge', { number })})

    [See the entry](${href('event', { slug })})`

export function refusedMail({ number, slug, title }: Entry, wasAccredited: boolean, brand: Brand, head: MailHead) {
  const { label } = registerStatuses.refused
  const subject = `${number}: ${label.toLowerCase()}`
  return mail('entry-refused', { causedBy: 'staff', subject, ...head })`
    The assessment of ${title} has ended without an accreditation. From now on the public register says of it: “${label}”. The email on the decision gives the reasons and says how to appeal.${wasAccredited ? ' Please take the verification badge and the certificate out of use.' : ''}

    Nothing more is sold for this application. The listing that is paid goes on to its end; to end its renewal, open “Orders and billing”. Ask ${brand.complianceEmail} about what you have paid, and quote ${number}.

    [See the entry](${href('event', { slug })})`
}

export const reopenedMail = ({ number, slug, title }: Entry, brand: Brand, head: MailHead) =>
  mail('entry-reopened', { causedBy: 'staff', subject: `${number}: its assessment is open again`, ...head })`
    The refusal of ${title} does not hold any more, and its assessment is open again. The public register says: “${registerStatuses.listed.label}”. It is accredited ${accreditAfter[brand.accreditAfter].when}.

    [See the entry](${href('event', { slug })})`

export const unaccreditedMail = ({ number, slug, title }: Entry, brand: Brand, head: MailHead) =>
  mail('entry-unaccredited', { causedBy: 'staff', subject: `${number}: listed, and no longer accredited`, ...head })`
    What we have checked of ${title} is no longer enough for accreditation. The event stays in the public register as listed, with its assessment under way. It is accredited again ${accreditAfter[brand.accreditAfter].when}.

    Please stop using the verification badge and the certificate until then. If you disagree, email ${brand.complianceEmail} and quote ${number}.

    [See the entry](${href('event', { slug })})`

export type LapsedEntry = {
  entryId: string
  applicationId: string
  number: string
  title: string
  organisationName: string
  organisationEmail: string
  wasAccredited: boolean
  /** Nothing is sold for its application, so it cannot be renewed. */
  isCheckoutClosed?: boolean
}

/** One email for each time it lapses. */
export function entryLapsedMail(entry: LapsedEntry, reason: string, now: Instant) {
  const { number, wasAccredited, isCheckoutClosed } = entry
  const since = `Since ${londonDateOf(now)} your event is no longer`
  return mail('entry-lapsed', {
    causedBy: 'system',
    once: `entry-lapsed:${entry.entryId}:${now}`,
    application: entry.applicationId,
    to: { name: entry.organisationName, email: entry.organisationEmail },
    subject: `Listing ${number} has lapsed`,
  })`
    ${wasAccredited ? `${since} on the register as accredited.` : `${since} listed on the register. It was not accredited.`}

    | Event: ${entry.title}
    | ${wasAccredited ? 'Certificate number' : 'Register number'}: ${number}
    | Reason: ${reason}

    ${wasAccredited ? 'Please stop using the verification badge and the certificate while your event is not accredited. ' : ''}The register keeps the entry and shows it as lapsed. ${isCheckoutClosed ? 'Payment for this application is closed. Write to us to ask why.' : 'When you renew the annual listing, your event is listed again under the same number.'}

    [${isCheckoutClosed ? null : 'Renew the listing'}](${href('listingCheckout', { appId: entry.applicationId })})`
}

const words = {
  suspend: { subject: 'is suspended', text: 'It is not accredited while the suspension lasts.' },
  reinstate: {
    subject: 'is reinstated',
    text: 'The suspension or revocation has ended and the event is accredited again',
  },
  /** Reinstated after its time has ended. */
  lifted: {
    subject: 'is no longer suspended or revoked',
    text: 'Its listing has ended in the meantime, so its status is lapsed.',
  },
  listed: {
    subject: 'is no longer suspended or revoked',
    text: 'It is listed, and its assessment is under way: it is not accredited yet.',
  },
  refused: {
    subject: 'is no longer suspended or revoked',
    text: 'Its assessment has ended without accreditation, and the register shows this.',
  },
  revoke: { subject: 'is revoked', text: 'The event is no longer accredited.' },
}

export function statusChangedMail(
  organiser: MailAddress,
  { number, slug, title, ...level }: Entry & Level,
  /** `appeal`: null for an entry without an application, whose organiser writes to us instead. */
  { act, reason, appeal: link }: { act: keyof typeof words; reason: string; appeal: string | null },
  brand: Brand,
) {
  const { subject, text } = words[act]
  const appeal = act === 'suspend' || act === 'revoke' ? link : null
  return mail('register-status-changed', {
    causedBy: 'staff',
    to: organiser,
    subject: `The accreditation ${number} ${subject}`,
  })`
    Hello ${organiser.name},

    The accreditation ${number} of ${title} ${subject}. ${act === 'reinstate' ? `${text}: ${levelWords(level)}.` : text}

    The reason shown in the public register: ${reason}

    If you disagree, or we have missed something, email ${brand.complianceEmail} and quote ${number}.

    [See the entry](${href('event', { slug })})

    ${appeal && howToAppeal}

    [Appeal](${appeal})`
}
