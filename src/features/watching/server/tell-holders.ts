import type { SqlRunner, Transaction } from '#database/sql.ts'
import { maxToldChanges } from '#features/watching/rules.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import type { Change } from './changes.ts'
import { linkedChanges, newsSubject } from './follow-mails.ts'
import { readOn } from './read-on.ts'

type Needed = Pick<Services, 'sql' | 'brand' | 'env' | 'now'>

/**
 * Mails that tell an organiser of a change of their entry's standing themselves, with what it means and what to do. Each is written in the
 * transaction of the change, so that the change needs no other mail. Every other change is told from here.
 */
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

/** What was changed longer than this before it came into the log is history: what a register held that had no log. */
const historyMs = 24 * 60 * 60_000

/** Reads the public log on, and mails every organiser whose entry has changed and who was not told of it by another mail. */
export async function tellHolders(_: Record<string, never>, services: Needed, stopping?: AbortSignal): Promise<void> {
  const tell = async (tx: Transaction, changes: Change[]) => {
    const fresh = changes.filter(({ at, recorded }) => Date.parse(recorded) - Date.parse(at) < historyMs)
    for (const [email, told] of await untoldBy(tx, fresh)) {
      const mail = entryChangedMail(
        { name: told[0]!.name, email },
        told.map(({ change }) => change),
        services,
      )
      await queueMail(tx, mail, services)
    }
  }
  await readOn(services.sql, 'holders', tell, stopping)
}

type Untold = { name: string; change: Change }

async function untoldBy(tx: Transaction, changes: Change[]): Promise<Map<string, Untold[]>> {
  if (changes.length === 0) return new Map()
  const rows = await listUntold(tx, {
    entryIds: changes.map(({ entryId }) => entryId),
    recorded: changes.map(({ recorded }) => recorded),
    kinds: tellingKinds,
  })
  return Map.groupBy(
    rows.map(({ nth, name, email }) => ({ name, email, change: changes[nth - 1]! })),
    ({ email }) => email,
  )
}

/**
 * Which of the changes (by their place in the arrays, from 1) nobody has told the entry's contact of. A mail that was written in the
 * transaction of a change has its time, to the microsecond; the log has it to the millisecond. Contacts that were erased are left out.
 */
const listUntold = (
  sql: SqlRunner,
  { entryIds, recorded, kinds }: { entryIds: string[]; recorded: string[]; kinds: string[] },
) => sql<{ nth: number; name: string; email: string }[]>`
  select c.nth, o.contact_name as name, lower(o.email) as email
  from unnest(${entryIds}::uuid[], ${recorded}::timestamptz[]) with ordinality as c (entry_id, recorded, nth)
  join register_entries as e on e.id = c.entry_id
  join applications as a on a.id = e.application_id
  join organisations as o on o.id = a.organisation_id
  where o.email not like '%@erased.invalid' and not exists (
    select from mails as m
    where m.created_at >= c.recorded and m.created_at < c.recorded + interval '1 millisecond'
      and lower(m.to_email) = lower(o.email) and m.kind = any(${kinds}::text[]))
  order by c.nth`

function entryChangedMail(
  to: { name: string; email: string },
  changes: Change[],
  { brand }: Pick<Services, 'brand'>,
): MailDraft {
  const numbers = [...new Set(changes.map(({ number }) => number))]
  return {
    kind: 'entry-changed',
    causedBy: 'system',
    to,
    subject: newsSubject(changes, changes.length, 'in your entries'),
    body: [
      { kind: 'paragraph', text: `Hello ${to.name},` },
      { kind: 'paragraph', text: 'This is what has changed in what the public register says of your event:' },
      linkedChanges(changes.slice(-maxToldChanges)),
      {
        kind: 'paragraph',
        text: `Nobody has to do anything because of this email. If something is wrong, email ${brand.complianceEmail} and quote ${numbers.length === 1 ? numbers[0] : 'the number of the entry'}.`,
      },
      { kind: 'button', label: 'My applications', href: href('myApplications') },
    ],
  }
}
