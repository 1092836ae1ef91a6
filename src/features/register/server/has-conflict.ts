import type { CamelSql } from '#database/camel.ts'
import { type Permission, rolesWith } from '#domain/permissions.ts'
import { failure } from '#wire/failure.ts'

/** The id of something that belongs to an application. */
type PartOfCase = Partial<Record<'entryId' | 'orderId' | 'discrepancyId' | 'callId' | 'concernId' | 'appealId', string>>

/** Whether somebody has declared a conflict of interest in the application that this belongs to. */
export async function hasConflict(sql: CamelSql, { personId, ...of }: PartOfCase & { personId: string }) {
  const { entryId = null, orderId = null, discrepancyId = null, callId = null, concernId = null, appealId = null } = of
  const declared = await sql<{ personId: string }[]>`
    select person_id from conflicts_of_interest
    where person_id = ${personId}::text and application_id in (
      select application_id from register_entries where id = ${entryId}::uuid
      union all
      select application_id from orders where id = ${orderId}::uuid
      union all
      select o.application_id from payment_discrepancies as d join orders as o on o.id = d.order_id
      where d.id = ${discrepancyId}::uuid
      union all
      select application_id from assessment_calls where id = ${callId}::uuid
      union all
      select e.application_id from concerns as c join register_entries as e on e.id = c.entry_id
      where c.id = ${concernId}::uuid
      union all
      select application_id from appeals where id = ${appealId}::uuid
    )`
  return declared.length > 0
}

/** Who holds a permission now, but for those who have declared a conflict of interest in the application, where one is named. */
export const listHolders = (sql: CamelSql, permission: Permission, applicationId: string | null = null) => sql<
  { id: string; name: string }[]
>`
  select p.id, p.name from people as p
  where p.roles && ${rolesWith(permission)}::text[] and p.deactivated_at is null and not exists (
    select from conflicts_of_interest as x where x.application_id = ${applicationId}::uuid and x.person_id = p.id
  )
  order by lower(p.name), p.id`

export const conflicted = failure('forbidden', 'You declared a conflict of interest here. Someone else does this.')
