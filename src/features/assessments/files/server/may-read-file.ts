import type { SqlRunner } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import { mayReadCase } from '#features/assessments/cases/server/may-read-case.ts'
import type { Visitor } from '#requests/visitor.ts'

/** Whether this browser is the applicant's: its signed cookie names the application, or the organisation behind it. */
export async function isApplicant(
  visitor: Pick<Visitor, 'owned'>,
  { applicationId, organisationId }: { applicationId: string; organisationId: string },
): Promise<boolean> {
  const own = await visitor.owned()
  return own.has(applicationId) || own.has(organisationId)
}

/**
 * Who may read the evidence of an application, and as whom.
 *
 * @returns the signed-in person who assesses it or sits on its panel and has declared no conflict of interest, `applicant` for the
 *   applicant's own browser, null for everybody else.
 */
export async function mayReadFile(
  sql: SqlRunner,
  visitor: Visitor,
  application: { applicationId: string; organisationId: string },
): Promise<Admin | 'applicant' | null> {
  if (await isApplicant(visitor, application)) return 'applicant'
  const admin = await visitor.admin()
  return admin && (await mayReadCase(sql, admin, application.applicationId)) ? admin : null
}
