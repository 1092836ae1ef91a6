import type { Transaction } from '#database/sql.ts'
import { type AccreditAfter, standingOf } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { afterEvent } from '#domain/register-status.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { lapseExpiredEntries, lockApplication, lockEntry, setRegisterStatus } from './queries.ts'

type Lapse = {
  applicationId: string
  /** Shown to the public. */
  reason: string
  /** What brought it about, such as `refund of order <id>`: kept in the history, not shown. */
  cause: string
  now: Date
}

/**
 * Lapses the entry of an application whose listing is no longer paid: its validity ends now, and the organisation is told by mail. One
 * that is suspended or revoked stays that, and its validity ends all the same: when that decision is lifted, nothing unpaid stands.
 *
 * @returns `ended` for an entry that was suspended or revoked, `unchanged` for a lapsed one (it takes the new reason), `no-entry` where
 * none was published.
 */
export async function lapseEntry(
  tx: Transaction,
  { applicationId, reason, cause, now }: Lapse,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<{ kind: 'lapsed' | 'ended' | 'unchanged'; entryId: string; slug: string } | { kind: 'no-entry' }> {
  // The same order of locks as publishing.
  const [application] = await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return { kind: 'no-entry' }
  const { id: entryId, slug } = entry
  const at = now.toISOString()
  const { to, change } = afterEvent('lapse', entry.status, 'listed')
  const wasLapsed = entry.status === 'lapsed'
  // A lapsed entry takes the new reason (a dispute that was lost, for one) and keeps its end.
  const isOver = wasLapsed || (entry.valid_until !== null && entry.valid_until < at)
  if (!wasLapsed || entry.status_reason !== reason) {
    await setRegisterStatus(tx, {
      entryId,
      status: to,
      reason: to === 'lapsed' ? reason : entry.status_reason,
      validUntil: isOver ? entry.valid_until : at,
      at,
      change,
      before: entry.status,
      cause,
    })
  }
  if (change === 'edited') return { kind: wasLapsed ? 'unchanged' : 'ended', entryId, slug }
  const lapsed = {
    entry_id: entryId,
    application_id: applicationId,
    number: entry.number,
    title: entry.title,
    organisation_name: application!.organisation_name,
    organisation_email: application!.organisation_email,
    was_accredited: entry.status === 'active',
    is_checkout_closed: application!.checkout_closed_at !== null,
  }
  await queueMail(tx, entryLapsedMail(lapsed, reason, now), services)
  return { kind: 'lapsed', entryId, slug }
}

type EntryEnd = {
  applicationId: string
  /** ISO time in UTC, in the future. */
  until: string
  /** What brought it about: kept in the history, not shown. */
  cause: string
  accreditAfter: AccreditAfter
  now: Date
}

/**
 * Sets when an entry's validity ends: later while a renewal may still be paid, earlier when it will not be renewed. One that had
 * lapsed stands again until then; one that was suspended or revoked stays so.
 */
export async function endEntryAt(
  tx: Transaction,
  { applicationId, until, cause, accreditAfter, now }: EntryEnd,
): Promise<{ kind: 'moved' | 'reinstated' | 'unchanged' | 'no-entry' }> {
  // The same order of locks as publishing.
  await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return { kind: 'no-entry' }
  const end = new Date(until).toISOString()
  const at = now.toISOString()
  const { to, change } = afterEvent('moveEnd', entry.status, standingOf(entry, accreditAfter))
  if (change === 'edited' && entry.valid_until === end) return { kind: 'unchanged' }
  await setRegisterStatus(tx, {
    entryId: entry.id,
    status: to,
    reason: change === 'reinstated' ? null : entry.status_reason,
    validUntil: end,
    at,
    change,
    before: entry.status,
    cause,
  })
  return { kind: change === 'reinstated' ? 'reinstated' : 'moved' }
}

const reason = 'The listing ran out and was not renewed.'
const batch = 500

type Needed = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/**
 * Lapses every entry whose validity has run out, with its history and a mail to its organisation. Replicas may run it at once: each
 * entry is taken by one.
 *
 * @returns how many lapsed.
 */
export async function lapseExpired(services: Needed): Promise<number> {
  const now = services.now()
  let lapsed = 0
  for (;;) {
    const rows = await services.sql.begin(async (tx) => {
      const taken = await recordExpired(tx, now)
      for (const { organisation_email, ...entry } of taken) {
        // An entry that nobody applied for (the demonstration's) has nobody to tell.
        if (organisation_email) {
          await queueMail(tx, entryLapsedMail({ ...entry, organisation_email }, reason, now), services)
        }
      }
      return taken.length
    })
    lapsed += rows
    if (rows < batch) return lapsed
  }
}

/** Lapses a batch of the entries whose validity has run out by `now`, and records it; answers whom to tell. */
export async function recordExpired(tx: Transaction, now: Date) {
  return await lapseExpiredEntries(tx, { at: now.toISOString(), reason })
}

/** The same as a job by the clock. */
export async function lapseExpiredJob(_: Record<string, never>, services: Needed): Promise<void> {
  await lapseExpired(services)
}

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
function entryLapsedMail(entry: LapsedEntry, reason: string, now: Date): MailDraft {
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
