import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'

/**
 * What was found of an event says nothing of a changed one: an open assessment loses its verdicts, and after an accreditation another one is opened, until
 * whose decision it holds. The caller locks the application.
 */
export async function assessAgain(
  tx: Transaction,
  { applicationId, now }: { applicationId: string; now: Instant },
): Promise<void> {
  await tx<{ id: string | null }[]>`
    select open_renewal(${applicationId}::uuid, ${now}::timestamptz) as id
    where exists (
      select from application_facts as f where f.application_id = ${applicationId}::uuid and f.assessment = 'passed'
    )`
  await tx`
    with reopened as (
      update assessments set status = 'open', kind = case when kind = 'renewal' then 'again' else kind end
      where application_id = ${applicationId}::uuid and status in ('open', 'proposed')
      returning id
    )
    update assessment_criteria
    set verdict = null, score = null, reason = '', note = '', judged_by = null, judged_by_name = '', judged_at = null,
      revision = revision + 1
    where assessment_id in (select id from reopened)`
}
