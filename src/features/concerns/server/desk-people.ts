import type { SqlRunner } from '#database/sql.ts'
import { carries, roles } from '#domain/permissions.ts'

const deskRoles = roles.filter((role) => carries([role], 'concerns'))

const listPeople = (sql: SqlRunner, { roles }: { roles: string[] }) => sql<{ id: string; name: string }[]>`
  select id, name from people where roles && ${roles}::text[] and deactivated_at is null order by lower(name), id`

/** Who may look after a case. */
export async function deskPeople(sql: SqlRunner): Promise<{ id: string; name: string }[]> {
  return await listPeople(sql, { roles: deskRoles })
}
