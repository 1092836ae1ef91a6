import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import type { WorkMail } from '#domain/permissions.ts'

export async function readPerson(sql: CamelSql, personId: string) {
  const [person] = await sql<{ name: string; email: string; workMail: WorkMail }[]>`
    select name, email, work_mail from people where id = ${personId}::text`
  return person
}

/** The secret is encrypted, in hex. */
export async function readSecondFactor(sql: CamelSql, personId: string) {
  const [factor] = await sql<{ secret: string; enrolledAt: Instant; codesLeft: number }[]>`
    select encode(f.secret, 'hex') as secret, f.enrolled_at,
      (select count(*)::int from recovery_codes as c where c.person_id = f.person_id and c.used_at is null) as codes_left
    from second_factors as f
    where f.person_id = ${personId}::text`
  return factor
}

/** Their recovery codes go with it. @returns false where they had none. */
export async function removeSecondFactor(sql: CamelSql, personId: string): Promise<boolean> {
  const removed = await sql<{ id: string }[]>`
    delete from second_factors where person_id = ${personId}::text returning person_id as id`
  return removed.length > 0
}

/** Newest first. */
export const listOwnSignIns = (sql: CamelSql, personId: string, limit: number) => sql<
  { id: number; at: Instant; event: string; browser: string }[]
>`
  select id, happened_at as at, event, browser
  from sign_in_events
  where person_id = ${personId}::text
  order by id desc
  limit ${limit}::int`
