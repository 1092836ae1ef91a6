import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'

export type Removal = { ids: string[]; by: 'erasure' | 'retention'; now: string }

/** That there was a document, for what and when, stays. @param keepsWords of an assessment that goes on. @returns how many were deleted. */
export async function purgeEvidence(
  transaction: Transaction,
  { ids, by, now, keepsWords = false }: Removal & { keepsWords?: boolean },
): Promise<number> {
  if (ids.length === 0) return 0
  // Reasons, what more was needed, and assessors' notes.
  if (!keepsWords)
    await transaction`
      update assessment_criteria as c set state_reason = '', note = ''
      from assessments as a
      where a.id = c.assessment_id and a.application_id = any(${ids}::uuid[]) and (c.state_reason, c.note) <> ('', '')`
  const files = await purgeFiles(transaction, { applications: ids }, { by, now })
  const uploads = await transaction<{ id: string }[]>`
    delete from evidence_uploads where application_id = any(${ids}::uuid[]) returning id`
  for (const { id: fileId } of files) {
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
  }
  return new Set([...files, ...uploads].map(({ id }) => id)).size
}

export const purgeFiles = (
  sql: Transaction,
  { applications = [], mails = [] }: { applications?: string[]; mails?: string[] },
  { by, now }: Pick<Removal, 'by' | 'now'>,
) => sql<{ id: string }[]>`
  update evidence_files
  set state = 'purged', name = '', reason = '', sha256 = null, expires_on = null,
    purged_at = coalesce(purged_at, ${now}::timestamptz), purged_by = coalesce(purged_by, ${by}::text)
  where (application_id = any(${applications}::uuid[]) or mail_id = any(${mails}::uuid[])) and (state <> 'purged' or name <> '')
  returning id`

/** Of applications that ended before a moment and had no document since; none that is being paid for. @returns how many were deleted. */
export async function purgeEndedEvidence(
  transaction: Transaction,
  { moment, now }: { moment: string; now: string },
): Promise<number> {
  const ended = await transaction<{ id: string }[]>`
    select a.id
    from applications as a
    left join register_entries as e on e.application_id = a.id
    where exists (
        select from evidence_files as f where f.application_id = a.id and (f.state <> 'purged' or f.name <> '')
      )
      and not exists (
        select from evidence_files as f where f.application_id = a.id and f.uploaded_at >= ${moment}::timestamptz
      )
      and case
        when e.status = 'revoked' then (
          select max(happened_at) from register_history as h where h.entry_id = e.id and h.change = 'revoked'
        )
        when e.id is not null then e.valid_until
        when (a.status <> 'submitted' or a.withdrawn_at is not null) and not exists (
          select from orders as r where r.application_id = a.id and r.status in ('pending', 'paid', 'disputed')
        ) then greatest(
          (select max(decided_at) from application_decisions where application_id = a.id),
          (select max(decided_at) from assessments where application_id = a.id)
        )
      end < ${moment}::timestamptz`
  return await purgeEvidence(transaction, { ids: ended.map(({ id }) => id), by: 'retention', now })
}
