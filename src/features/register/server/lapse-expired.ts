import type { Transaction } from '#database/sql.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { entryLapsedMail } from './lapse-mail.ts'
import { lapseExpiredEntries } from './queries.ts'

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
