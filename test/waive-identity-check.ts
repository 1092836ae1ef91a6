import type { Sql } from '#database/sql.ts'

/** Has a reviewer waive the identity check of an application, straight in the database: for tests of what comes after it is known who applies. */
export async function waiveIdentityCheck(sql: Sql, applicationId: string): Promise<void> {
  await sql`
    insert into people (id, name, email, roles) values ('reviewer-of-tests', 'Reviewer', 'reviewer@tests.example', '{reviewer}')
    on conflict do nothing`
  await sql`
    insert into identity_releases (application_id, released_by, released_by_name, reason, released_at)
    values (${applicationId}, 'reviewer-of-tests', 'Reviewer', 'Known to the reviewer', now())`
}
