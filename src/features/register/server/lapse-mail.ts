import { londonDateOf } from '#domain/london-time.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

type LapsedEntry = {
  entry_id: string
  application_id: string
  number: string
  title: string
  organisation_name: string
  organisation_email: string
  /** Until now. */
  was_accredited: boolean
  /** Nothing is sold for its application: it cannot be renewed. */
  is_checkout_closed?: boolean
}

/** What the organisation gets when its entry lapses, whatever the cause. One mail for each time. */
export function entryLapsedMail(entry: LapsedEntry, reason: string, now: Date): MailDraft {
  return {
    kind: 'entry-lapsed',
    causedBy: 'system',
    once: `entry-lapsed:${entry.entry_id}:${now.toISOString()}`,
    to: { name: entry.organisation_name, email: entry.organisation_email },
    subject: `Listing ${entry.number} has lapsed`,
    body: [
      {
        kind: 'paragraph',
        text: entry.was_accredited
          ? `Since ${londonDateOf(now.toISOString())} your event is no longer on the register as accredited.`
          : `Since ${londonDateOf(now.toISOString())} your event is no longer listed on the register. It was not accredited.`,
      },
      {
        kind: 'facts',
        facts: [
          { term: 'Event', details: entry.title },
          { term: entry.was_accredited ? 'Certificate number' : 'Register number', details: entry.number },
          { term: 'Reason', details: reason },
        ],
      },
      {
        kind: 'paragraph',
        text: `${entry.was_accredited ? 'Please stop using the verification badge and the certificate while your event is not accredited. ' : ''}The register keeps the entry and shows it as lapsed. ${
          entry.is_checkout_closed
            ? 'Payment for this application is closed. Write to us to ask why.'
            : 'When you renew the annual listing, your event is listed again under the same number.'
        }`,
      },
      ...(entry.is_checkout_closed
        ? []
        : [
            {
              kind: 'button' as const,
              label: 'Renew the listing',
              href: href('listingCheckout', { appId: entry.application_id }),
            },
          ]),
    ],
  }
}
