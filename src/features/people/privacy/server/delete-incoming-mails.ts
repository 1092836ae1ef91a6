import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import { purgeFiles, type Removal } from './purge-evidence.ts'

/** With their attachments and their bytes as they came. @returns how many were deleted. */
export async function deleteIncomingMails(transaction: Transaction, { ids, by, now }: Removal): Promise<number> {
  if (ids.length === 0) return 0
  const files = await purgeFiles(transaction, { mails: ids }, { by, now })
  await transaction`
    delete from evidence_uploads where id = any(${files.map(({ id }) => id)}::uuid[])`
  const deleted = await transaction<{ id: string }[]>`
    delete from incoming_mails where id = any(${ids}::uuid[]) returning id`
  // The bytes of an email are in the store as those of a document are.
  for (const { id: fileId } of [...files, ...deleted])
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
  return deleted.length
}

/** Those of applications. */
export async function deleteIncomingOf(transaction: Transaction, { ids, ...by }: Removal): Promise<number> {
  const mails = await transaction<{ id: string }[]>`
    select id from incoming_mails where application_id = any(${ids}::uuid[])`
  return await deleteIncomingMails(transaction, { ids: mails.map(({ id }) => id), ...by })
}

/** Emails that came in before a moment; with `withoutCase` those alone that nobody has added to a case. */
export async function deleteOldIncomingMails(
  transaction: Transaction,
  { moment, now, withoutCase }: { moment: string; now: string; withoutCase: boolean },
): Promise<number> {
  const old = await transaction<{ id: string }[]>`
    select id from incoming_mails
    where received_at < ${moment}::timestamptz and (application_id is null or not ${withoutCase}::boolean)`
  return await deleteIncomingMails(transaction, { ids: old.map(({ id }) => id), by: 'retention', now })
}
