import type { Sql } from '#database/sql.ts'

let files = 0

/** A document of an application, straight in the database, as it stands once it has been checked. @returns its id. */
export async function addFile(
  sql: Sql,
  application: { id: string },
  criterionId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const file = {
    application_id: application.id,
    criterion_id: criterionId,
    name: `Document ${++files}.pdf`,
    media_type: 'application/pdf',
    bytes: 3_500_000,
    sha256: Buffer.alloc(32, files),
    state: 'ready',
    scan: 'clean',
    ...more,
  }
  const [added] = await sql<{ id: string }[]>`insert into evidence_files ${sql(file as never)} returning id`
  return added!.id
}

/** Sets where the evidence for a criterion stands, as an assessor does. */
export async function judge(sql: Sql, application: { id: string }, criterionId: string, state: string, reason = '') {
  await sql`
    update assessment_criteria set state = ${state}, state_reason = ${reason}
    where criterion_id = ${criterionId}
      and assessment_id = (select id from assessments where application_id = ${application.id} and status <> 'decided')`
}

/** Ends the assessment that is open. */
export async function decide(sql: Sql, application: { id: string }, outcome: string) {
  await sql`
    update assessments set status = 'decided', outcome = ${outcome}, decided_at = now()
    where application_id = ${application.id} and status <> 'decided'`
}
