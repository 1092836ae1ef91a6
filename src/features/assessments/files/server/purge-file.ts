import { addJob } from '#database/add-job.ts'
import { type Actor, recordChange } from '#database/record-change.ts'
import type { Services } from '#requests/services.ts'
import { dropUpload, isOver, setPurged } from './check-queries.ts'
import { storeKey } from './store-key.ts'

/**
 * Deletes what a file holds, for good and at once, whatever state it is in; its row stays and says when and by whom. Where the store is
 * away, the queue deletes it as soon as it is back. Whether they may is asked before.
 *
 * @param by a person of the admin area, or `{ kind: 'applicant', name: 'applicant' }` for whoever sent it.
 * @returns false where there is no such file, or nothing left of it.
 */
export async function purgeFile(
  services: Pick<Services, 'sql' | 'files' | 'now'>,
  { fileId, by }: { fileId: string; by: Actor },
): Promise<boolean> {
  const purged = await services.sql.begin(async (transaction) => {
    const now = services.now().toISOString()
    const [file] = await setPurged(transaction, { fileId, by: by.name, now })
    if (!file) return false
    const { application_id: application, criterion_id: criterion } = file
    await dropUpload(transaction, { uploadId: fileId })
    await recordChange(transaction, {
      actor: by,
      subject: { kind: 'evidence', id: fileId },
      action: 'purged',
      after: { application, criterion },
    })
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
    return true
  })
  if (purged) await services.files.delete(storeKey(fileId)).catch(() => {})
  return purged
}

/** Deletes from the store what is left of a file that is purged, refused or gone. */
export async function deleteStoredFile(
  { fileId }: { fileId: string },
  { sql, files }: Pick<Services, 'sql' | 'files'>,
): Promise<void> {
  const [row] = await isOver(sql, { fileId })
  if (row?.is_over) await files.delete(storeKey(fileId))
}
