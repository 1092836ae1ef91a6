import type { SqlRunner } from '#database/sql.ts'
import { type Admin, carries } from '#domain/permissions.ts'
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

/** What somebody is to the assessments of an application: kept from them by a conflict of interest, or seated on a panel that votes. */
const findPart = (sql: SqlRunner, { applicationId, personId }: { applicationId: string; personId: string }) => sql<
  { is_conflicted: boolean; is_seated: boolean }[]
>`
  select
    exists (
      select from conflicts_of_interest as x
      where x.application_id = ${applicationId}::uuid and x.person_id = ${personId}::text
    ) as is_conflicted,
    exists (
      select from assessment_panel as m
      join assessment_steps as r on r.id = m.referral_id
      join assessments as c on c.id = r.assessment_id
      where c.application_id = ${applicationId}::uuid and c.status = 'panel' and m.person_id = ${personId}::text
        and not exists (select from assessment_panel as n where n.referral_id = m.referral_id and n.instead_of = m.person_id)
    ) as is_seated`

/**
 * Whether somebody of the admin area may read the evidence of an application: who assesses, and who sits on its panel while that votes;
 * nobody who has declared a conflict of interest.
 */
export async function mayReadCase(sql: SqlRunner, admin: Admin, applicationId: string): Promise<boolean> {
  const mayAssess = carries(admin.roles, 'assess')
  if (!mayAssess && !carries(admin.roles, 'panel')) return false
  const [part] = await findPart(sql, { applicationId, personId: admin.id })
  return !part!.is_conflicted && (mayAssess || part!.is_seated)
}
