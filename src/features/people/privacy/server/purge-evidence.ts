import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import { dropUploads, emptyCriterionWords, emptyEvidence } from './erasure-queries.ts'
import { listEndedEvidence } from './retention-queries.ts'

/**
 * Deletes the documents of applications, on their way or arrived, with their names; that there was one, for what and when, stays. The file
 * store is emptied by the queue, which tries again where it is away.
 *
 * @param by who deletes them, as the record names it.
 * @param keepsWords whether reasons and notes of their assessment stay, because it goes on.
 * @returns how many documents went.
 */
export async function purgeEvidence(
  transaction: Transaction,
  {
    ids,
    by,
    now,
    keepsWords = false,
  }: { ids: string[]; by: 'erasure' | 'retention'; now: string; keepsWords?: boolean },
): Promise<number> {
  if (ids.length === 0) return 0
  if (!keepsWords) await emptyCriterionWords(transaction, { ids })
  const files = await emptyEvidence(transaction, { ids, by, now })
  const uploads = await dropUploads(transaction, { ids })
  for (const { id: fileId } of files) {
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
  }
  return new Set([...files, ...uploads].map(({ id }) => id)).size
}

/** Deletes the documents of applications whose entry, or who themselves, ended before a moment. @returns how many went. */
export async function purgeEndedEvidence(
  transaction: Transaction,
  { moment, now }: { moment: string; now: string },
): Promise<number> {
  const ended = await listEndedEvidence(transaction, { moment })
  return await purgeEvidence(transaction, { ids: ended.map(({ id }) => id), by: 'retention', now })
}
