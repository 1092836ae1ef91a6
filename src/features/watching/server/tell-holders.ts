import type { Transaction } from '#database/sql.ts'
import { entryChangedMail } from '#features/watching/mails.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import type { Change } from './changes.ts'
import { readOn } from './read-on.ts'

/** Emails that themselves say what a change of an entry means. Each is written in the transaction of the change. */
export const tellingKinds = [
  'register-status-changed',
  'entry-lapsed',
  'entry-accredited',
  'entry-unaccredited',
  'entry-refused',
  'entry-reopened',
  'evidence-suspended',
  'evidence-reinstated',
  'evidence-lapsed',
  'assessment-decided',
  'assessed-anew',
  'listing-published',
  'order-paid',
  'order-cancelled',
  'order-refunded',
  'order-disputed',
  'order-reinstated',
  'payment-failed',
]

/** What changed longer than this before it came into the log is history, from a register that had no log. */
const historyMs = 24 * 60 * 60_000

/** Emails every organiser whose entry has changed without another email about it. */
export async function tellHolders(_: Record<string, never>, services: Services, stopping?: AbortSignal): Promise<void> {
  const tell = async (tx: Transaction, changes: Change[]) => {
    const fresh = changes.filter(({ at, recorded }) => Date.parse(recorded) - Date.parse(at) < historyMs)
    for (const [email, missed] of await changesWithoutEmail(tx, fresh)) {
      const to = { name: missed[0]!.name, email }
      const changed = missed.map(({ change }) => change)
      await queueMail(tx, entryChangedMail(to, changed, services.brand.complianceEmail), services)
    }
  }
  await readOn(services.sql, 'holders', tell, stopping)
}

/** By the address of the entry's contact. Contacts that were erased are left out. */
async function changesWithoutEmail(tx: Transaction, changes: Change[]) {
  const entryIds = changes.map(({ entryId }) => entryId)
  const recorded = changes.map(({ recorded }) => recorded)
  // An email of the change's own transaction has its time to the microsecond; the log has it to the millisecond.
  const rows = await tx<{ nth: number; name: string; email: string }[]>`
    select c.nth, o.contact_name as name, lower(o.email) as email
    from unnest(${entryIds}::uuid[], ${recorded}::timestamptz[]) with ordinality as c (entry_id, recorded, nth)
    join register_entries as e on e.id = c.entry_id
    join applications as a on a.id = e.application_id
    join organisations as o on o.id = a.organisation_id
    where o.email not like '%@erased.invalid' and not exists (
      select from mails as m
      where m.created_at >= c.recorded and m.created_at < c.recorded + interval '1 millisecond'
        and lower(m.to_email) = lower(o.email) and m.kind = any(${tellingKinds}::text[]))
    order by c.nth`
  return Map.groupBy(
    rows.map(({ nth, name, email }) => ({ name, email, change: changes[nth - 1]! })),
    ({ email }) => email,
  )
}
