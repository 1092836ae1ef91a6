import { byPerson, type Change, recordChange } from '#database/record-change.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { type Admin, carries, type Role } from '#domain/permissions.ts'
import { signInAddressProblem } from '#domain/sign-in-address.ts'
import { removeSecondFactor } from '#features/people/sign-in/server/queries.ts'
import { tellPerson } from '#features/people/sign-in/server/security-mail.ts'
import { endOtherSessions } from '#providers/auth/queries.ts'
import type { Services } from '#requests/services.ts'
import type { InvitationForm } from '../schema.ts'
import {
  type AdminPersonRow,
  addPerson,
  changeRolesOf,
  deactivatePerson,
  endInvitations,
  handBackApplications,
  handBackAssessments,
  reactivatePerson,
} from './queries.ts'
import { sendLink } from './send-link.ts'

export type PeopleChange =
  | { kind: 'done' }
  /** Somebody else has done it already. */
  | { kind: 'nothing-to-do' }
  /** The admin area would be left without an owner who can sign in. */
  | { kind: 'last-owner' }

/** Invites somebody: they stand among the people at once, and set their own password by the link in their mail. */
export async function invite(
  services: Services,
  by: Admin,
  { name, email, roles }: InvitationForm,
): Promise<{ kind: 'invited'; id: string } | { kind: 'refused'; message: string }> {
  const address = email.toLowerCase()
  const problem = signInAddressProblem(address)
  if (problem) return { kind: 'refused', message: problem }
  return await services.sql.begin(async (transaction) => {
    const [person] = await addPerson(transaction, { email: address, name, roles })
    if (!person) return { kind: 'refused' as const, message: 'There is already a person with this address.' }
    await record(transaction, by, person.id, 'invited', null, { name, roles })
    await sendLink(transaction, services, { id: person.id, name, email: address, roles }, { isNew: true, by: by.name })
    return { kind: 'invited' as const, id: person.id }
  })
}

/** Sends a new link: the invitation again, or a way to a new password. */
export async function sendNewLink(services: Services, by: Admin, person: AdminPersonRow): Promise<PeopleChange> {
  if (person.deactivated_at) return { kind: 'nothing-to-do' }
  return await services.sql.begin(async (transaction) => {
    await sendLink(transaction, services, person, { isNew: !person.has_password, by: by.name })
    await record(transaction, by, person.id, 'link-sent')
    return { kind: 'done' as const }
  })
}

/** Gives somebody other roles; their sessions have them at once. Who reviews no longer hands back what waits for a decision. */
export async function changeRoles(
  services: Services,
  by: Admin,
  { id: personId }: AdminPersonRow,
  roles: Role[],
): Promise<PeopleChange> {
  return await unlessLastOwner(services, async (transaction) => {
    const [changed] = await changeRolesOf(transaction, { personId, roles })
    if (!changed) return { kind: 'nothing-to-do' }
    const mayReview = carries(roles, 'review')
    const handedBack = mayReview ? {} : await handBack(transaction, services, by, personId)
    await record(transaction, by, personId, 'roles-changed', { roles: changed.before }, { roles, ...handedBack })
    return { kind: 'done' }
  })
}

/** Keeps somebody out: their sessions and links end at once, and what waits for their decision is nobody's again. */
export async function deactivate(
  services: Services,
  by: Admin,
  { id: personId }: AdminPersonRow,
): Promise<PeopleChange> {
  return await unlessLastOwner(services, async (transaction) => {
    const [changed] = await deactivatePerson(transaction, { personId, now: services.now().toISOString() })
    if (!changed) return { kind: 'nothing-to-do' }
    await endOtherSessions(transaction, { personId, keptSessionId: null })
    await endInvitations(transaction, { personId })
    const handedBack = await handBack(transaction, services, by, personId)
    await record(transaction, by, personId, 'deactivated', { active: true }, { active: false, ...handedBack })
    return { kind: 'done' }
  })
}

/** Lets somebody in again, with the password and second factor that they had. */
export async function reactivate(
  services: Services,
  by: Admin,
  { id: personId }: AdminPersonRow,
): Promise<PeopleChange> {
  return await services.sql.begin(async (transaction) => {
    const [changed] = await reactivatePerson(transaction, { personId })
    if (!changed) return { kind: 'nothing-to-do' as const }
    await record(transaction, by, personId, 'reactivated', { active: false }, { active: true })
    return { kind: 'done' as const }
  })
}

/**
 * Takes somebody's second factor away, because it is lost: their sessions end, and the next sign-in sets up another. Nobody takes
 * their own away here: that needs the password (`/admin/account`), and whoever has lost it asks another owner.
 */
export async function resetSecondFactor(
  services: Services,
  by: Admin,
  { id: personId }: AdminPersonRow,
): Promise<PeopleChange> {
  if (by.id === personId) return { kind: 'nothing-to-do' }
  return await services.sql.begin(async (transaction) => {
    const [removed] = await removeSecondFactor(transaction, { personId })
    if (!removed) return { kind: 'nothing-to-do' as const }
    await endOtherSessions(transaction, { personId, keptSessionId: null })
    await record(transaction, by, personId, 'second-factor-reset')
    await tellPerson(transaction, services, personId, 'second-factor-reset')
    return { kind: 'done' as const }
  })
}

/** Ends every session of somebody. */
export async function endSessionsOf(
  services: Services,
  by: Admin,
  { id: personId }: AdminPersonRow,
): Promise<PeopleChange> {
  return await services.sql.begin(async (transaction) => {
    await endOtherSessions(transaction, { personId, keptSessionId: null })
    await record(transaction, by, personId, 'sessions-ended')
    return { kind: 'done' as const }
  })
}

/** @returns how many applications and assessments were handed back, for the log; nothing where there were none. */
async function handBack(sql: SqlRunner, { now }: Services, by: Admin, personId: string) {
  const whose = { personId, byId: by.id, byName: by.name, now: now().toISOString() }
  const [[freed], [cases]] = [await handBackApplications(sql, whose), await handBackAssessments(sql, whose)]
  return {
    ...(freed!.applications > 0 ? { applicationsHandedBack: freed!.applications } : {}),
    ...(cases!.assessments > 0 ? { assessmentsHandedBack: cases!.assessments } : {}),
  }
}

/** The database itself refuses a change that leaves no owner (`keep_an_owner`). */
async function unlessLastOwner(
  { sql }: Services,
  change: (transaction: Transaction) => Promise<PeopleChange>,
): Promise<PeopleChange> {
  try {
    return await sql.begin(change)
  } catch (problem) {
    if (isRefusedBy(problem, 'people_keep_an_owner')) return { kind: 'last-owner' }
    throw problem
  }
}

function isRefusedBy(problem: unknown, constraint: string): boolean {
  return problem instanceof Error && 'constraint_name' in problem && problem.constraint_name === constraint
}

async function record(
  sql: SqlRunner,
  by: Admin,
  id: string,
  action: string,
  before: Change['before'] = null,
  after: Change['after'] = null,
): Promise<void> {
  await recordChange(sql, { actor: byPerson(by), subject: { kind: 'person', id }, action, before, after })
}
