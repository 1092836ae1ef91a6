import type { Transaction } from '#database/sql.ts'
import { type AccreditAfter, publishedStatusOf } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { evidenceCause } from '#domain/register-answer.ts'
import { afterEvent, type RegisterStatus, registerStatusAt } from '#domain/register-status.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { entryLapsedMail, type LapsedEntry } from '../mails.ts'
import { type EntryChange, lockApplication, lockEntry, setRegisterStatus } from './queries.ts'

/** A suspended or revoked entry stays so, but its validity ends. `unchanged`: it was lapsed, and takes the new reason. */
export async function lapseEntry(
  tx: Transaction,
  { applicationId, reason, cause, now }: EntryChange & { reason: string },
  services: Pick<Services, 'brand' | 'env'>,
): Promise<{ kind: 'lapsed' | 'ended' | 'unchanged'; entryId: string; slug: string } | { kind: 'no-entry' }> {
  // The same order of locks as publishing.
  const [application] = await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return { kind: 'no-entry' }
  const { id: entryId, slug } = entry
  const at = now.toISOString()
  const step = afterEvent('lapse', entry.status, 'listed')
  const wasLapsed = entry.status === 'lapsed'
  // A lapsed entry takes the new reason (such as a lost dispute) and keeps its end.
  const isOver = wasLapsed || (entry.validUntil !== null && entry.validUntil < at)
  if (!wasLapsed || entry.statusReason !== reason) {
    await setRegisterStatus(tx, entry, step, {
      reason: step.to === 'lapsed' ? reason : entry.statusReason,
      validUntil: isOver ? entry.validUntil : at,
      at,
      cause,
    })
  }
  if (step.change === 'edited') return { kind: wasLapsed ? 'unchanged' : 'ended', entryId, slug }
  const lapsed = {
    entryId,
    applicationId,
    ...pickFields(entry, 'number', 'title'),
    ...pickFields(application!, 'organisationName', 'organisationEmail'),
    wasAccredited: entry.status === 'active',
    isCheckoutClosed: application!.checkoutClosedAt !== null,
  }
  await queueMail(tx, entryLapsedMail(lapsed, reason, at), services)
  return { kind: 'lapsed', entryId, slug }
}

/** Later while a renewal may be paid, earlier when it will not be renewed. A suspended or revoked entry stays so. */
export async function endEntryAt(
  tx: Transaction,
  { applicationId, until, cause, accreditAfter, now }: EntryChange & { until: Instant; accreditAfter: AccreditAfter },
): Promise<{ kind: 'moved' | 'reinstated' | 'unchanged' | 'no-entry' }> {
  // The same order of locks as publishing.
  await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return { kind: 'no-entry' }
  const end = new Date(until).toISOString()
  const at = now.toISOString()
  const step = afterEvent('moveEnd', entry.status, publishedStatusOf(entry, accreditAfter))
  if (step.change === 'edited' && entry.validUntil === end) return { kind: 'unchanged' }
  const isReinstated = step.change === 'reinstated'
  const reason = isReinstated ? null : entry.statusReason
  await setRegisterStatus(tx, entry, step, { reason, validUntil: end, at, cause })
  return { kind: isReinstated ? 'reinstated' : 'moved' }
}

const reason = 'The listing ran out and was not renewed.'
const batch = 500

type LapseServices = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** Replicas may run it at once: each entry is taken by one. */
export async function lapseExpired(services: LapseServices): Promise<number> {
  const now = services.now()
  let lapsed = 0
  for (;;) {
    const rows = await services.sql.begin(async (tx) => {
      const taken = await recordExpired(tx, now)
      for (const { organisationEmail, ...entry } of taken) {
        // The demonstration's entries have nobody to email.
        if (organisationEmail) {
          await queueMail(tx, entryLapsedMail({ ...entry, organisationEmail }, reason, now.toISOString()), services)
        }
      }
      return taken.length
    })
    lapsed += rows
    if (rows < batch) return lapsed
  }
}

type ExpiredEntry = Omit<LapsedEntry, 'organisationEmail'> & { organisationEmail: string | null }

/** Up to 500, and who to email. An entry that somebody else is changing waits for the next run. */
export async function recordExpired(tx: Transaction, now: Date): Promise<ExpiredEntry[]> {
  const at = now.toISOString()
  return await tx<ExpiredEntry[]>`
    with due as (
      select id, status from register_entries
      where status in ('active', 'listed', 'refused') and valid_until <= ${at}::timestamptz
      order by id limit 500 for update skip locked
    ), lapsed as (
      update register_entries as e
      set status = 'lapsed', status_reason = ${reason}::text, updated_at = ${at}::timestamptz
      from due where e.id = due.id
      returning e.id, due.status as before, e.application_id, e.organisation_id, e.number, e.title
    ), recorded as (
      insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
      select id, ${at}::timestamptz, 'lapsed', before, 'lapsed', ${reason}::text, 'job' from lapsed order by id
    )
    select l.id as "entryId", l.application_id as "applicationId", l.number, l.title, o.name as "organisationName",
      o.email as "organisationEmail", l.before = 'active' as "wasAccredited"
    from lapsed l
    left join applications a on a.id = l.application_id
    left join organisations o on o.id = a.organisation_id
    order by l.id`
}

export async function lapseExpiredJob(_: Record<string, never>, services: LapseServices): Promise<void> {
  await lapseExpired(services)
}

type Withholding = {
  applicationId: string
  event: 'suspend' | 'lapseByEvidence' | 'returnByEvidence'
  /** Public. */
  reason: string
}

/** Callers know which event is due. Null when there is no entry, or its status does not allow it. */
export async function withholdByEvidence(
  tx: Transaction,
  { applicationId, event, reason }: Withholding,
  { brand, now }: Pick<Services, 'brand' | 'now'>,
): Promise<RegisterStatus | null> {
  // The same order of locks as publishing.
  await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  const isFor = event !== 'suspend' || entry?.status === 'active'
  const after = entry && isFor && afterEvent(event, entry.status, publishedStatusOf(entry, brand.accreditAfter))
  if (!after) return null
  const at = now().toISOString()
  await setRegisterStatus(tx, entry, after, { reason, validUntil: entry.validUntil, at, cause: evidenceCause })
  return registerStatusAt(after.to, entry.validUntil === null ? null : new Date(entry.validUntil), now())
}
