import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { type Admin, carries } from '#domain/permissions.ts'
import type { Visitor } from '#requests/visitor.ts'

/** As which reader this visitor may see a document; null where they may not. */
export async function mayReadFile(
  sql: SqlRunner,
  visitor: Visitor,
  file: { id: string; applicationId: string; organisationId: string },
): Promise<Admin | 'applicant' | null> {
  if (await visitor.isOwnerOf(file.applicationId, file.organisationId)) return 'applicant'
  const admin = await visitor.admin()
  if (!admin) return null
  if (await mayReadCase(sql, admin, file.applicationId)) return admin
  if (!carries(admin.roles, 'case-mails')) return null
  // What came by email is for those who read the emails of cases.
  const [mailed] = await sql<{ id: string }[]>`
    select id from evidence_files as f
    where f.id = ${file.id}::uuid and f.mail_id is not null and not exists (
      select from conflicts_of_interest as x
      where x.application_id = ${file.applicationId}::uuid and x.person_id = ${admin.id}::text
    )`
  return mailed ? admin : null
}

/** People who assess, and members of its panel while that votes; nobody with a conflict of interest. */
export async function mayReadCase(sql: SqlRunner, admin: Admin, applicationId: string): Promise<boolean> {
  const mayAssess = carries(admin.roles, 'assess')
  if (!mayAssess && !carries(admin.roles, 'panel')) return false
  const [part] = await camel(sql)<{ isConflicted: boolean; isSeated: boolean }[]>`
    select
      exists (
        select from conflicts_of_interest as x
        where x.application_id = ${applicationId}::uuid and x.person_id = ${admin.id}::text
      ) as is_conflicted,
      exists (
        select from assessment_panel as m
        join assessment_steps as r on r.id = m.referral_id
        join assessments as c on c.id = r.assessment_id
        where c.application_id = ${applicationId}::uuid and c.status = 'panel' and m.person_id = ${admin.id}::text
          and not exists (select from assessment_panel as n where n.referral_id = m.referral_id and n.instead_of = m.person_id)
      ) as is_seated`
  return !part!.isConflicted && (mayAssess || part!.isSeated)
}
