import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { withQuery } from '#pages.ts'
import type { AdminSession } from '#providers/auth/auth.ts'
import { passwordProblem } from '#providers/auth/password.ts'
import { endOtherSessions } from '#providers/auth/queries.ts'
import {
  type Action,
  type FormRequest,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { recoveryCodesFile } from '../rules.ts'
import { type AccountData, type AccountNotice, accountNotices } from '../state.ts'
import { renewRecoveryCodes } from './enrol.ts'
import { noteSignIn } from './note-sign-in.ts'
import { passwordProofProblem } from './prove-password.ts'
import {
  endSession,
  listSessions,
  listSignInEvents,
  readPerson,
  readSecondFactor,
  removeSecondFactor,
} from './queries.ts'
import { tellPerson } from './security-mail.ts'

/** How many of a person's sign-ins their account tells. */
const eventsShown = 10

/** Feeds a person's own account. */
const loadAccount: Loader<AccountData> = async (request) => ({ kind: 'page', data: await accountPage(request) })

/** The account of whoever is signed in, as it stands or after a post. */
async function accountPage({ query, headers, services }: PageRequest): Promise<AccountData & { step: 'account' }> {
  const { sql, auth, env } = services
  const session = await auth.session(headers)
  const personId = session?.person.id ?? ''
  const [[person], [factor], sessions, events] = await Promise.all([
    readPerson(sql, { personId }),
    readSecondFactor(sql, { personId }),
    listSessions(sql, { personId }),
    listSignInEvents(sql, { personId, newestFirst: true, limit: eventsShown, offset: 0 }),
  ])
  return {
    step: 'account',
    email: person?.email ?? '',
    notice: accountNotices.find((known) => known === query.get('changed')) ?? null,
    problem: null,
    secondFactor: factor ? { since: factor.enrolled_at, codesLeft: factor.codes_left } : null,
    isFactorCompulsory: env.requireSecondFactor,
    sessions: sessions.map(({ id, browser, created_at: since, factor_at: factorAt }) => ({
      id,
      browser,
      since,
      isThis: id === session?.id,
      isHalf: factor !== undefined && factorAt === null,
    })),
    events: events.map(({ id, happened_at: at, event, browser }) => ({ id, at, event, browser })),
  }
}

type Answer = Promise<PageAnswer<AccountData>>
type Form = 'change-password' | 'renew-codes' | 'remove-factor'

/** Takes the account's own forms, and signing out, which every page of the admin area offers. */
const actAccount: Action<AccountData> = async (request) => {
  const { form, headers, services } = request
  const session = await services.auth.session(headers)
  if (!session) return { kind: 'redirect', to: adminHref('signIn'), status: 303 }
  switch (form.intent) {
    case 'sign-out':
      return await signOut(request, session)
    case 'change-password':
      return await takePassword(request, session)
    case 'end-session':
      return await endOne(request, session)
    case 'end-others':
      return await endOthers(request, session)
    case 'renew-codes':
      return await takeRenewal(request, session)
    case 'remove-factor':
      return await takeRemoval(request, session)
    default:
      return { kind: 'page', status: 422, data: await accountPage(request) }
  }
}

async function signOut({ headers, visitor, services }: FormRequest, session: AdminSession): Answer {
  const { cookies } = await services.auth.signOut(headers)
  const from = { address: visitor.address, headers }
  await noteSignIn(services, 'signed-out', { personId: session.person.id }, from)
  return { kind: 'redirect', to: adminHref('signIn'), status: 303, cookies }
}

async function takePassword(request: FormRequest, session: AdminSession): Answer {
  const { form, headers, visitor, services } = request
  const { current_password: current = '', password = '' } = form
  const change = await changePassword(services, { session, current, password, address: visitor.address, headers })
  if (change.kind === 'changed') return done('password', change.cookies)
  return await again(request, 'change-password', change.field, change.message)
}

async function endOne({ form, services }: FormRequest, session: AdminSession): Answer {
  const [ended] = await endSession(services.sql, {
    personId: session.person.id,
    sessionId: (form.session ?? '').slice(0, 100),
  })
  if (ended) await record(services, session, 'session-ended')
  return ended?.id === session.id ? { kind: 'redirect', to: adminHref('signIn'), status: 303 } : done('session')
}

async function endOthers({ services }: FormRequest, session: AdminSession): Answer {
  await endOtherSessions(services.sql, { personId: session.person.id, keptSessionId: session.id })
  await record(services, session, 'sessions-ended')
  return done('sessions')
}

async function takeRenewal(request: FormRequest, session: AdminSession): Answer {
  const { services } = request
  const problem = await proofProblem(request, session)
  if (problem) return await again(request, 'renew-codes', 'renew-current', problem)
  const { secondFactor } = await accountPage(request)
  if (!secondFactor) return { kind: 'redirect', to: adminHref('account'), status: 303 }
  const codes = await renewRecoveryCodes(services, session)
  const file = recoveryCodesFile(codes, services.brand.name)
  return { kind: 'page', status: 200, data: { step: 'codes', next: adminHref('account'), codes, file } }
}

async function takeRemoval(request: FormRequest, session: AdminSession): Answer {
  const { services } = request
  if (services.env.requireSecondFactor) return { kind: 'page', status: 422, data: await accountPage(request) }
  const problem = await proofProblem(request, session)
  if (problem) return await again(request, 'remove-factor', 'remove-current', problem)
  await services.sql.begin(async (transaction) => {
    const [removed] = await removeSecondFactor(transaction, { personId: session.person.id })
    if (!removed) return
    await recordChange(transaction, changeBy(session, 'second-factor-removed'))
    await tellPerson(transaction, services, session.person.id, 'second-factor-removed')
  })
  return done('factor-removed')
}

async function proofProblem({ form, headers, visitor, services }: FormRequest, session: AdminSession) {
  const password = form.current_password ?? ''
  return await passwordProofProblem(services, { session, password, address: visitor.address, headers })
}

async function again(request: FormRequest, form: Form, field: string, message: string): Answer {
  return { kind: 'page', status: 422, data: { ...(await accountPage(request)), problem: { form, field, message } } }
}

function done(notice: AccountNotice, cookies: string[] = []): PageAnswer<AccountData> {
  return { kind: 'redirect', to: withQuery(adminHref('account'), { changed: notice }), status: 303, cookies }
}

async function record({ sql }: PageRequest['services'], session: AdminSession, action: string): Promise<void> {
  await recordChange(sql, changeBy(session, action))
}

function changeBy({ person }: AdminSession, action: string) {
  return { actor: byPerson(person), subject: { kind: 'person', id: person.id }, action }
}

export const account = handler({ load: loadAccount, act: actAccount })

type PasswordChange =
  /** The cookies of the renewed session; every other one has ended. */
  { kind: 'changed'; cookies: string[] } | { kind: 'refused'; field: 'current' | 'password'; message: string }

/** Changes the password of whoever is signed in, after proof of the present one. Wrong proofs count as attempts to sign in. */
async function changePassword(
  services: Services,
  input: { session: AdminSession; current: string; password: string; address: string; headers: Headers },
): Promise<PasswordChange> {
  const { session } = input
  const problem = await passwordProblem(input.password)
  if (problem) return { kind: 'refused', field: 'password', message: problem }
  const proofProblem = await passwordProofProblem(services, { ...input, password: input.current })
  if (proofProblem) return { kind: 'refused', field: 'current', message: proofProblem }
  const { cookies } = await services.auth.changePassword(session, input.password)
  const subject = { kind: 'person', id: session.person.id }
  await services.sql.begin(async (transaction) => {
    await recordChange(transaction, { actor: byPerson(session.person), subject, action: 'password-changed' })
    await tellPerson(transaction, services, session.person.id, 'password-changed')
  })
  return { kind: 'changed', cookies }
}
