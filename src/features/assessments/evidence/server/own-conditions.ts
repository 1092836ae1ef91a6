import type { CamelSql } from '#database/camel.ts'
import type { Day } from '#domain/formats.ts'
import { conditionDocuments } from '../rules.ts'
import { listFiles } from './queries.ts'

/** What the latest decision depends on and is not met yet, with the documents that the applicant has sent for it. */
export async function listOwnConditions(
  sql: CamelSql,
  { applicationId, today }: { applicationId: string; today: Day },
) {
  const conditions = await sql<{ id: string; text: string; dueOn: Day }[]>`
    select n.id, n.text, n.due_on
    from assessment_conditions as n
    join assessments as c on c.id = n.assessment_id
    where n.met_at is null and c.application_id = ${applicationId}::uuid and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    order by n.due_on, n.id`
  if (conditions.length === 0) return []
  const files = await listFiles(sql, { applicationId })
  return conditions.map((condition) => {
    const own = files.filter(({ criterionId }) => criterionId === conditionDocuments(condition.id))
    return {
      ...condition,
      files: own.map(({ criterionId: _, ...file }) => ({ ...file, hasRunOut: false })),
      isAnswered: own.some(({ state }) => state !== 'refused'),
      isOverdue: condition.dueOn < today,
    }
  })
}
