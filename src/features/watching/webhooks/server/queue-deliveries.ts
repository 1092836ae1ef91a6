import type { SqlRunner } from '#database/sql.ts'
import { type Change, changesOf } from '#features/watching/server/changes.ts'
import { readOn } from '#features/watching/server/read-on.ts'
import { readSubject } from '#features/watching/server/subject.ts'
import type { Services } from '#requests/services.ts'
import { addDeliveries, listFollowing } from './delivery-queries.ts'

/** Has whatever is new in the public log sent to the endpoints that follow it. Each change is dealt with once, whoever is killed meanwhile. */
export async function queueDeliveries({ sql, now }: Pick<Services, 'sql' | 'now'>): Promise<void> {
  await readOn(sql, 'webhooks', async (transaction, changes) => {
    for (const { subject, ids } of await listFollowing(transaction))
      await queueFor(transaction, { subject, ids, changes, now: now() })
  })
}

/** Has those of the changes that concern a subject sent to its endpoints. @returns how many concern it. */
export async function queueFor(
  transaction: SqlRunner,
  { subject, ids, changes, now }: { subject: string; ids: string[]; changes: Change[]; now: Date },
): Promise<number> {
  const read = readSubject(new URLSearchParams(subject))
  const found = read ? await changesOf(transaction, { subject: read, changes, now }) : []
  if (found.length === 0) return 0
  await addDeliveries(transaction, {
    endpointIds: ids,
    positions: found.map(({ position }) => position),
    entryIds: found.map(({ entryId }) => entryId),
    now: now.toISOString(),
  })
  return found.length
}
