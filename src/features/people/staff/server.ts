import postgres from 'postgres'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { byPerson, type Change } from '#database/record-change.ts'
import type { Instant } from '#domain/formats.ts'
import { signInAddressProblem } from '#domain/mail-address.ts'
import { type Admin, carries, type Role, roles } from '#domain/permissions.ts'
import { securityMail } from '#features/people/sign-in/mails.ts'
import { listOwnSignIns, removeSecondFactor } from '#features/people/sign-in/queries.ts'
import { signInPerson } from '#features/people/sign-in/server/sign-in-person.ts'
import { said } from '#features/people/sign-in/server.ts'
import { isToken, newToken, tokenHash } from '#mail/link-token.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { hashPassword, passwordProblem } from '#providers/auth/password.ts'
import { endOtherSessions, readPassword, replacePassword } from '#providers/auth/queries.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { readSort } from '#wire/list-pages.ts'
import { invitationMail } from './mails.ts'
import {
  choosePasswordForm,
  inviteForm,
  linkDays,
  type PersonState,
  peopleColumns,
  rolesForm,
  usualPeopleSort,
} from './rules.ts'

const stateOf = (sql: CamelSql) => sql`case
  when p.deactivated_at is not null then 'deactivated'
  when exists (select from credentials as c where c.person_id = p.id and c.password is not null) then 'active'
  else 'invited'
end as state`

type PersonRow = {
  id: string
  name: string
  email: string
  roles: Role[]
  state: PersonState
  since: Instant
  factorSince: Instant | null
  sessions: number
  linkUntil: Instant | null
}

/** People who may sign in first, then by name. */
export const listPeople = (sql: CamelSql) => sql<
  (Pick<PersonRow, 'id' | 'name' | 'email' | 'roles' | 'state'> & { hasFactor: boolean; signedInAt: Instant | null })[]
>`
  select p.id, p.name, p.email, p.roles, ${stateOf(sql)},
    exists (select from second_factors as f where f.person_id = p.id) as has_factor,
    (select e.happened_at from sign_in_events as e
      where e.person_id = p.id and e.event = 'signed-in' order by e.id desc limit 1) as signed_in_at
  from people as p
  order by p.deactivated_at is not null, lower(p.name), p.id`

const inOrder = (chosen: readonly Role[]) => roles.filter((role) => chosen.includes(role))

/** They are in the list at once, and set their password by the link in their email. */
const invite = command({
  permission: 'people',
  form: inviteForm,
  run: async ({ input: { name, email, ...input }, admin, sql, now }) => {
    const address = email.toLowerCase()
    const chosen = inOrder(input.roles)
    const problem = signInAddressProblem(address)
    if (problem) return wrong({ email: problem })
    const [person] = await sql<{ id: string }[]>`
      insert into people (id, email, name, roles, email_verified)
      values (gen_random_uuid()::text, ${address}::text, ${name}::text, ${chosen}::text[], false)
      on conflict ((lower(email))) do nothing
      returning id`
    if (!person) return wrong({ email: 'There is already a person with this address.' })
    const { id } = person
    const invited = { id, name, email: address, roles: chosen }
    return did({
      answer: id,
      audit: { subject: { kind: 'person', id }, action: 'invited', after: { name, roles: chosen } },
      mails: [await newLink(sql, now, invited, { isNew: true, by: admin.name })],
    })
  },
  leadsTo: (id) => adminHref('person', { id }, { done: 'invited' }),
})

/** An earlier link that was not used ends. */
async function newLink(
  sql: CamelSql,
  now: Instant,
  person: { id: string; name: string; email: string; roles: readonly Role[] },
  by: { isNew: boolean; by: string },
): Promise<MailDraft> {
  const token = newToken()
  const expiresAt = new Date(Date.parse(now) + linkDays * 24 * 60 * 60 * 1000).toISOString()
  await sql`
    with gone as (
      delete from invitations where person_id = ${person.id}::text and used_at is null
    )
    insert into invitations (token_hash, person_id, created_at, expires_at)
    values (decode(${tokenHash(token)}::text, 'hex'), ${person.id}::text, ${now}::timestamptz, ${expiresAt}::timestamptz)`
  return invitationMail(person, { token, ...by })
}

export const people = page('people', {
  commands: { invite },
  load: async ({ query, sql }) => {
    const sort = readSort(query.get('sort'), peopleColumns, usualPeopleSort)
    const rows = await listPeople(sql)
    // Few enough to be sorted here; the database gives them by name.
    const sorted =
      sort.by === 'name'
        ? rows
        : rows.toSorted((one, other) => (one.signedInAt ?? '').localeCompare(other.signedInAt ?? ''))
    return { sort, people: sort.descending ? sorted.toReversed() : sorted }
  },
})

async function findPerson(sql: CamelSql, id: string, now: Instant): Promise<PersonRow | undefined> {
  const [person] = await sql<PersonRow[]>`
    select p.id, p.name, p.email, p.roles, ${stateOf(sql)}, p.created_at as since,
      (select f.enrolled_at from second_factors as f where f.person_id = p.id) as factor_since,
      (select count(*)::int from sign_in_sessions as s where s.person_id = p.id
        and s.expires_at > ${now}::timestamptz) as sessions,
      (select i.expires_at from invitations as i
        where i.person_id = p.id and i.used_at is null and i.expires_at > ${now}::timestamptz) as link_until
    from people as p
    where p.id = ${id}::text`
  return person
}

/** PostgreSQL takes no text with a NUL. */
const isPersonId = (text: string) => text.length <= 100 && !text.includes('\u0000')

/**
 * The database refuses what would leave no owner who can sign in. @param change null where somebody else has done it already.
 * @returns the action, `last-owner`, or null for nothing.
 */
function personCommand(
  change: (given: {
    sql: CamelSql
    person: PersonRow
    by: Admin
    now: Instant
    chosen: Role[]
  }) => Promise<(Pick<Change, 'action' | 'before' | 'after'> & { mails?: (MailDraft | null)[] }) | null>,
  done: Readonly<Record<string, string>>,
  form?: typeof rolesForm,
) {
  const sentences = Object.entries(done).map(([word, text]) => [word, said(text)])
  return outsideCommand({
    permission: 'people',
    params: { id: isPersonId },
    ...(form && { form }),
    run: async ({ params: { id }, input, write, admin: by, now }) => {
      const { roles: chosen = [] } = input as { roles?: Role[] }
      try {
        return await write(async (sql) => {
          const person = await findPerson(sql, id, now)
          if (!person) return failure('not-found', 'There is no such person.')
          const changed = await change({ sql, person, by, now, chosen: inOrder(chosen) })
          if (!changed) return did({ answer: null as string | null })
          const { mails = [], ...audit } = changed
          return did({ answer: Object.keys(done)[0]!, audit: { subject: { kind: 'person', id }, ...audit }, mails })
        })
      } catch (problem) {
        if (problem instanceof postgres.PostgresError && problem.constraint_name === 'people_keep_an_owner')
          return did({ answer: 'last-owner' as string | null })
        throw problem
      }
    },
    done: {
      ...Object.fromEntries(sentences),
      'last-owner': {
        tone: 'danger',
        title: 'Nothing was changed',
        text: 'This is the last owner who can sign in. Make someone else an owner first.',
      },
    },
    leadsTo: (done: string | null, { params }: FormRequest) => adminHref('person', { id: params.id! }, { done }),
  })
}

/** Sessions have the new roles at once. Somebody who reviews no longer hands back what waits for a decision. */
const changeRoles = personCommand(
  async ({ sql, person: { id }, by, now, chosen }) => {
    const [changed] = await sql<{ before: Role[] }[]>`
      update people as p set roles = ${chosen}::text[], updated_at = now()
      from (select id, roles from people where id = ${id}::text for update) as was
      where p.id = was.id and was.roles <> ${chosen}::text[]
      returning was.roles as before`
    if (!changed) return null
    const handedBack = carries(chosen, 'review') ? {} : await handBack(sql, id, by, now)
    return { action: 'roles-changed', before: { roles: changed.before }, after: { roles: chosen, ...handedBack } }
  },
  { 'roles-changed': 'The roles were changed. The change applies at once, also in open sessions.' },
  rolesForm,
)

/** Sessions and links end at once, and what waits for their decision is nobody's again. */
const deactivate = personCommand(
  async ({ sql, person: { id }, by, now }) => {
    const [changed] = await sql<{ id: string }[]>`
      update people set deactivated_at = ${now}::timestamptz, updated_at = now()
      where id = ${id}::text and deactivated_at is null
      returning id`
    if (!changed) return null
    await endOtherSessions(sql.raw, { personId: id, keptSessionId: null })
    await sql`delete from invitations where person_id = ${id}::text and used_at is null`
    const handedBack = await handBack(sql, id, by, now)
    return { action: 'deactivated', before: { active: true }, after: { active: false, ...handedBack } }
  },
  { deactivated: 'They can no longer sign in, and their sessions have ended.' },
)

const reactivate = personCommand(
  async ({ sql, person: { id } }) => {
    const [changed] = await sql<{ id: string }[]>`
      update people set deactivated_at = null, updated_at = now()
      where id = ${id}::text and deactivated_at is not null
      returning id`
    return changed ? { action: 'reactivated', before: { active: false }, after: { active: true } } : null
  },
  { reactivated: 'They can sign in again, with the password and second factor that they had.' },
)

/** Sessions end, and the next sign-in sets up another. Removing one's own needs the password (`/admin/account`). */
const resetSecondFactor = personCommand(
  async ({ sql, person: { id }, by }) => {
    if (by.id === id || !(await removeSecondFactor(sql, id))) return null
    await endOtherSessions(sql.raw, { personId: id, keptSessionId: null })
    return { action: 'second-factor-reset', mails: [await securityMail(sql, id, 'second-factor-reset')] }
  },
  {
    'second-factor-reset':
      'Their second factor was reset and their sessions have ended. They set up a new one when they next sign in.',
  },
)

const endSessions = personCommand(
  async ({ sql, person: { id } }) => {
    await endOtherSessions(sql.raw, { personId: id, keptSessionId: null })
    return { action: 'sessions-ended' }
  },
  { 'sessions-ended': 'Their sessions have ended.' },
)

const sendLink = personCommand(
  async ({ sql, person, by, now }) => {
    if (person.state === 'deactivated') return null
    const mail = await newLink(sql, now, person, { isNew: person.state === 'invited', by: by.name })
    return { action: 'link-sent', mails: [mail] }
  },
  // The form that invites leads here, too.
  { 'link-sent': 'We have sent the link. An earlier one has ended.', invited: 'We have sent the invitation.' },
)

/** Of what waits for a decision. @returns how many applications and assessments, for the log; nothing where there were none. */
async function handBack(sql: CamelSql, id: string, by: Admin, now: Instant) {
  const [handedBack] = await sql<{ applicationsHandedBack: number; assessmentsHandedBack: number }[]>`
    with freed as (
      update applications set assigned_to = null where assigned_to = ${id}::text and status = 'submitted' returning id
    ), noted as (
      insert into application_remarks (application_id, kind, author_id, author_name, text, written_at)
      select id, 'assigned', ${by.id}::text, ${by.name}::text, '', ${now}::timestamptz from freed order by id
    ), cases as (
      update assessments set assigned_to = null where assigned_to = ${id}::text and status <> 'decided' returning id
    ), steps as (
      insert into assessment_steps (assessment_id, step, by_id, by_name, taken_at)
      select id, 'assigned', ${by.id}::text, ${by.name}::text, ${now}::timestamptz from cases order by id
    )
    select (select count(*)::int from freed) as applications_handed_back,
      (select count(*)::int from cases) as assessments_handed_back`
  return Object.fromEntries(Object.entries(handedBack!).filter(([, count]) => count > 0))
}

const signInsShown = 20

export const person = page('person', {
  commands: {
    'change-roles': changeRoles,
    deactivate,
    reactivate,
    'reset-second-factor': resetSecondFactor,
    'end-sessions': endSessions,
    'send-link': sendLink,
  },
  load: async ({ params: { id }, visitor, sql, now }) => {
    const person = isPersonId(id) && (await findPerson(sql, id, now))
    if (!person) return notFound()
    const [events, admin] = await Promise.all([listOwnSignIns(sql, id, signInsShown), visitor.admin()])
    return { person, isMe: admin?.id === id, events }
  },
})

const choosePassword = outsideCommand({
  permission: 'anyone',
  params: { token: isToken },
  form: choosePasswordForm,
  run: async ({ params: { token }, input: { password }, sql, write, now, headers, visitor, services }) => {
    const message = await passwordProblem(password)
    if (message) return wrong({ password: message })
    // The link first: hashing takes time, which strangers could ask for again and again.
    const link = await findLink(sql, token, now)
    if (link.kind !== 'usable') return failure('conflict', 'This link cannot be used.')
    const hash = await hashPassword(password)
    const written = await write(async (sql) => {
      // One statement: of several at once the others wait for the row, find it used, and get none.
      const [person] = await sql<{ id: string; name: string }[]>`
        update invitations as i set used_at = ${now}::timestamptz
        from people as p
        where i.token_hash = decode(${tokenHash(token)}::text, 'hex') and i.used_at is null
          and i.expires_at > ${now}::timestamptz and p.id = i.person_id and p.deactivated_at is null
        returning p.id, p.name`
      if (!person) return failure('conflict', 'This link cannot be used.')
      const { id: personId } = person
      const [earlier] = await readPassword(sql.raw, { personId })
      await replacePassword(sql.raw, { personId, hash })
      await sql`update people set email_verified = true, updated_at = now() where id = ${personId}::text`
      await endOtherSessions(sql.raw, { personId, keptSessionId: null })
      return did({
        answer: '',
        audit: { actor: byPerson(person), subject: { kind: 'person', id: personId }, action: 'password-set' },
        mails: [earlier ? await securityMail(sql, personId, 'password-changed') : null],
      })
    })
    if (isFailure(written.outcome)) return written
    const outcome = await signInPerson(services, { email: link.email, password, headers, address: visitor.address })
    if (outcome.kind !== 'signed-in') return did({ answer: adminHref('signIn') })
    const to = outcome.session.needs === 'nothing' ? adminHref('admin') : adminHref('secondFactor')
    return did({ answer: to, cookies: outcome.cookies })
  },
  leadsTo: (to: string) => to,
})

/** `unknown` for a link that is not ours, or whose person is deactivated. */
async function findLink(sql: CamelSql, token: string, now: Instant) {
  const hash = tokenHash(token)
  if (!hash) return { kind: 'unknown' as const }
  const [link] = await sql<
    { name: string; email: string; state: PersonState; usedAt: Instant | null; expiresAt: Instant }[]
  >`
    select p.name, p.email, ${stateOf(sql)}, i.used_at, i.expires_at
    from invitations as i
    join people as p on p.id = i.person_id
    where i.token_hash = decode(${hash}::text, 'hex')`
  if (!link || link.state === 'deactivated') return { kind: 'unknown' as const }
  if (link.usedAt) return { kind: 'used' as const }
  if (new Date(link.expiresAt) <= new Date(now)) return { kind: 'expired' as const }
  return { kind: 'usable' as const, name: link.name, email: link.email, isNew: link.state === 'invited' }
}

/** Looking uses nothing up, because mail scanners follow links; the form does. */
export const invitation = page('invitation', {
  commands: { choosePassword },
  load: ({ params: { token }, sql, now }) => findLink(sql, token, now),
  status: ({ kind }) => ({ usable: null, used: 410, expired: 410, unknown: 404 })[kind],
})
