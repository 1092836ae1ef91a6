import { addJob } from '#database/add-job.ts'
import { type Actor, recordChange } from '#database/record-change.ts'
import type { Services } from '#requests/services.ts'
import { dropUpload } from './queries.ts'

export const storeKey = (fileId: string) => `evidence/${fileId}`

/**
 * Deletes what a file holds, permanently; its row stays and says when and by which person. If the store does not answer, the queue deletes it later.
 * The caller has checked that this person may. @returns false where nothing is left of it.
 */
export async function purgeFile(
  services: Pick<Services, 'sql' | 'files' | 'now'>,
  { fileId, by }: { fileId: string; by: Actor },
): Promise<boolean> {
  const purged = await services.sql.begin(async (transaction) => {
    const now = services.now().toISOString()
    const [file] = await transaction<{ application: string; criterion: string }[]>`
      update evidence_files set state = 'purged', purged_at = ${now}::timestamptz, purged_by = ${by.name}::text, reason = ''
      where id = ${fileId}::uuid and state <> 'purged'
      returning application_id as application, criterion_id as criterion`
    if (!file) return false
    await dropUpload(transaction, { uploadId: fileId })
    await recordChange(transaction, {
      actor: by,
      subject: { kind: 'evidence', id: fileId },
      action: 'purged',
      after: file,
    })
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
    return true
  })
  if (purged) await services.files.delete(storeKey(fileId)).catch(() => {})
  return purged
}

/** Only of a file that is purged, refused or gone. */
export async function deleteStoredFile(
  { fileId }: { fileId: string },
  { sql, files }: Pick<Services, 'sql' | 'files'>,
): Promise<void> {
  const [valid] = await sql<{ id: string }[]>`
    select id from evidence_files where id = ${fileId}::uuid and state in ('checking', 'ready')`
  if (!valid) await files.delete(storeKey(fileId))
}
