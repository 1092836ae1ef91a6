import type { SqlRunner } from '#database/sql.ts'
import type { Role } from '#domain/permissions.ts'

export type PersonRow = {
  id: string
  name: string
  email: string
  roles: Role[]
  deactivated_at: string | null
  has_password: boolean
  has_factor: boolean
  signed_in_at: string | null
}

export type AdminPersonRow = {
  id: string
  name: string
  email: string
  roles: Role[]
  created_at: string
  deactivated_at: string | null
  has_password: boolean
  factor_since: string | null
  sessions: number
  /** Until when their link works; null without one. */
  link_until: string | null
}

type InvitationRow = {
  person_id: string
  name: string
  email: string
  roles: Role[]
  deactivated_at: string | null
  used_at: string | null
  expires_at: string
  has_password: boolean
}

/** Everybody of the admin area, those who may sign in first, by name. */
export const listPeople = (sql: SqlRunner) => sql<PersonRow[]>`
  select p.id, p.name, p.email, p.roles, p.deactivated_at,
    exists (select from credentials as c where c.person_id = p.id and c.password is not null) as has_password,
    exists (select from second_factors as f where f.person_id = p.id) as has_factor,
    (select e.happened_at from sign_in_events as e
      where e.person_id = p.id and e.event = 'signed-in' order by e.id desc limit 1) as signed_in_at
  from people as p
  order by p.deactivated_at is not null, lower(p.name), p.id`

export const readAdminPerson = (sql: SqlRunner, { personId, now }: { personId: string; now: string }) => sql<
  AdminPersonRow[]
>`
  select p.id, p.name, p.email, p.roles, p.created_at, p.deactivated_at,
    exists (select from credentials as c where c.person_id = p.id and c.password is not null) as has_password,
    (select f.enrolled_at from second_factors as f where f.person_id = p.id) as factor_since,
    (select count(*)::int from sign_in_sessions as s where s.person_id = p.id
      and s.expires_at > ${now}::timestamptz) as sessions,
    (select i.expires_at from invitations as i
      where i.person_id = p.id and i.used_at is null and i.expires_at > ${now}::timestamptz) as link_until
  from people as p
  where p.id = ${personId}::text`

/** No row where somebody has the address. */
export const addPerson = (
  sql: SqlRunner,
  { email, name, roles }: { email: string; name: string; roles: readonly string[] },
) => sql<{ id: string }[]>`
  insert into people (id, email, name, roles, email_verified)
  values (gen_random_uuid()::text, ${email}::text, ${name}::text, ${roles}::text[], false)
  on conflict ((lower(email))) do nothing
  returning id`

/** No row where they have these already, and no others. @param input.roles in their published order */
export const changeRolesOf = (
  sql: SqlRunner,
  { personId, roles }: { personId: string; roles: readonly string[] },
) => sql<{ before: Role[] }[]>`
  update people as p set roles = ${roles}::text[], updated_at = now()
  from (select id, roles from people where id = ${personId}::text for update) as was
  where p.id = was.id and was.roles <> ${roles}::text[]
  returning was.roles as before`

/** No row where they are deactivated already. */
export const deactivatePerson = (sql: SqlRunner, { personId, now }: { personId: string; now: string }) => sql<
  { id: string }[]
>`
  update people set deactivated_at = ${now}::timestamptz, updated_at = now()
  where id = ${personId}::text and deactivated_at is null
  returning id`

/** No row where they are active already. */
export const reactivatePerson = (sql: SqlRunner, { personId }: { personId: string }) => sql<{ id: string }[]>`
  update people set deactivated_at = null, updated_at = now()
  where id = ${personId}::text and deactivated_at is not null
  returning id`

/** What waits for a decision and was theirs is nobody's again, as its history says. Answers how many. */
export const handBackApplications = (
  sql: SqlRunner,
  { personId, byId, byName, now }: { personId: string; byId: string; byName: string; now: string },
) => sql<{ applications: number }[]>`
  with freed as (
    update applications set assigned_to = null where assigned_to = ${personId}::text and status = 'submitted' returning id
  ), noted as (
    insert into application_remarks (application_id, kind, author_id, author_name, text, written_at)
    select id, 'assigned', ${byId}::text, ${byName}::text, '', ${now}::timestamptz from freed order by id
  )
  select count(*)::int as applications from freed`

/** So are assessments that are not decided. */
export const handBackAssessments = (
  sql: SqlRunner,
  { personId, byId, byName, now }: { personId: string; byId: string; byName: string; now: string },
) => sql<{ assessments: number }[]>`
  with freed as (
    update assessments set assigned_to = null where assigned_to = ${personId}::text and status <> 'decided' returning id
  ), noted as (
    insert into assessment_steps (assessment_id, step, by_id, by_name, taken_at)
    select id, 'assigned', ${byId}::text, ${byName}::text, ${now}::timestamptz from freed order by id
  )
  select count(*)::int as assessments from freed`

/** Earlier links of the person that were not used end. */
export const addInvitation = (
  sql: SqlRunner,
  { tokenHash, personId, now, expiresAt }: { tokenHash: string; personId: string; now: string; expiresAt: string },
) => sql<Record<string, never>[]>`
  with gone as (
    delete from invitations where person_id = ${personId}::text and used_at is null
  )
  insert into invitations (token_hash, person_id, created_at, expires_at)
  values (decode(${tokenHash}::text, 'hex'), ${personId}::text, ${now}::timestamptz, ${expiresAt}::timestamptz)`

export const endInvitations = (sql: SqlRunner, { personId }: { personId: string }) => sql<Record<string, never>[]>`
  delete from invitations where person_id = ${personId}::text and used_at is null`

/** The link in whatever state, and whose it is. */
export const findInvitation = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<InvitationRow[]>`
  select p.id as person_id, p.name, p.email, p.roles, p.deactivated_at, i.used_at, i.expires_at,
    exists (select from credentials as c where c.person_id = p.id and c.password is not null) as has_password
  from invitations as i
  join people as p on p.id = i.person_id
  where i.token_hash = decode(${tokenHash}::text, 'hex')`

/** One statement: of several at once the others wait for the row, find it used, and get none. */
export const spendInvitation = (sql: SqlRunner, { tokenHash, now }: { tokenHash: string; now: string }) => sql<
  { id: string; name: string; email: string }[]
>`
  update invitations as i set used_at = ${now}::timestamptz
  from people as p
  where i.token_hash = decode(${tokenHash}::text, 'hex') and i.used_at is null and i.expires_at > ${now}::timestamptz
    and p.id = i.person_id and p.deactivated_at is null
  returning p.id, p.name, p.email`

export const verifyEmail = (sql: SqlRunner, { personId }: { personId: string }) => sql<Record<string, never>[]>`
  update people set email_verified = true, updated_at = now() where id = ${personId}::text`
