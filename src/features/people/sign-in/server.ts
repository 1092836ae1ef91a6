import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { byPerson } from '#database/record-change.ts'
import type { Instant } from '#domain/formats.ts'
import type { Admin } from '#domain/permissions.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { page, redirect } from '#page/page.ts'
import { passwordProblem } from '#providers/auth/password.ts'
import { endOtherSessions } from '#providers/auth/queries.ts'
import {
  codeSecretAddress,
  type KeptCode,
  keepRecoveryCodes,
  newRecoveryCodes,
  stepOfCode,
} from '#providers/auth/second-factor-codes.ts'
import type { Services } from '#requests/services.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { securityMail } from './mails.ts'
import { listOwnSignIns, readPerson, readSecondFactor, removeSecondFactor } from './queries.ts'
import { passwordForm, recoveryCodesFile, removeFactorForm, renewCodesForm, safeNext, workMailForm } from './rules.ts'
import { knownBrowserCookie } from './server/known-browser.ts'
import { encryptSecret, giveSecondFactor, offerSecret, openOffer, qrPath } from './server/second-factor.ts'
import { noteSignIn, passwordProofProblem, signInPerson } from './server/sign-in-person.ts'

/** Kept to the letter. */
const secretText = type('string').configure({ exact: true }).default('')

const nextOf = (typed: string | undefined, query: URLSearchParams) =>
  safeNext(typed ?? query.get('next'), adminHref('admin'))

/** An unknown address and a wrong password get the same words. */
const tryPassword = outsideCommand({
  permission: 'anyone',
  schema: type({ 'next?': 'string', email: "string = ''", password: secretText }),
  run: async ({ input: { email, password, ...input }, pageQuery, headers, visitor: { address }, services }) => {
    const next = nextOf(input.next, pageQuery)
    const outcome = await signInPerson(services, { email, password, headers, address })
    if (outcome.kind === 'refused') return failure('invalid', 'The email address or the password is not right.')
    if (outcome.kind === 'too-many') {
      const { retryAfter } = outcome
      const message = `There were too many attempts from your network. Please wait ${waitWords(retryAfter)} and try again.`
      return failure('too-many', message, { retryAfter })
    }
    const to = outcome.session.needs === 'nothing' ? next : adminHref('secondFactor', { next })
    return did({ answer: to, cookies: outcome.cookies })
  },
  leadsTo: (to: string) => to,
})

export const signIn = page('signIn', {
  commands: { signIn: tryPassword },
  load: async ({ query, headers, services, refused, typed }) => {
    const next = nextOf(typed.next, query)
    const session = !refused && headers.has('cookie') ? await services.auth.session(headers) : null
    if (session) return redirect(session.needs === 'nothing' ? next : adminHref('secondFactor', { next }))
    return { next }
  },
})

function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

const signOut = outsideCommand({
  permission: 'anyone',
  run: async ({ headers, services }) => did({ cookies: (await services.auth.signOut(headers)).cookies }),
  leadsTo: () => adminHref('signIn'),
})

/** The session is at another step, which the page shows. */
const notNeeded = failure('invalid', 'This is not asked for now.')

const giveCode = outsideCommand({
  permission: 'anyone',
  schema: type({ 'next?': 'string', code: "string = ''", 'recovers?': 'string' }),
  secrets: ['code'],
  run: async ({ input, pageQuery, headers, visitor: { address }, services }) => {
    const session = await services.auth.session(headers)
    if (session?.needs !== 'code') return notNeeded
    const answer = await giveSecondFactor(services, { session, code: input.code.slice(0, 100), address, headers })
    if (answer.kind === 'refused')
      return failure(
        'invalid',
        input.recovers === '1'
          ? 'That recovery code is not right, or has been used.'
          : 'That code is not right. Each code works once, for 30 seconds. Wait for the next one.',
      )
    if (answer.kind === 'too-many') {
      const { retryAfter } = answer
      const wait = waitWords(retryAfter)
      const message = answer.mayRecover
        ? `There were too many attempts to sign in to this account from new browsers. Use a recovery code or a browser that you have signed in with before, or wait ${wait}.`
        : `There were too many attempts. Please wait ${wait} and try again.`
      return failure('too-many', message, { retryAfter })
    }
    // Somebody who needed a recovery code sets up another app in their account.
    const to = answer.wasRecoveryCode ? adminHref('account') : nextOf(input.next, pageQuery)
    return did({ answer: to, cookies: answer.cookies })
  },
  leadsTo: (to: string) => to,
})

const wrongCode = wrong({
  code: 'That code is not right. Type the six digits that your app shows now for this account.',
})

/** Other sessions end, this one goes on under a new cookie. Nobody sees the recovery codes again. */
const enrol = outsideCommand({
  permission: 'anyone',
  schema: type({ encrypted: "string = ''", code: "string = ''", current_password: secretText }),
  secrets: ['code'],
  run: async ({ input, pageQuery, write, now, ...given }) => {
    const { headers, visitor, services } = given
    const session = await services.auth.session(headers)
    if (!session || session.needs === 'code') return notNeeded
    const { person } = session
    const offer = openOffer(services, person.id, input.encrypted)
    if (!offer)
      return wrong({ code: 'This setup has expired. Scan the new code below and enter the code that your app shows.' })
    if (session.needs === 'nothing') {
      const problem = await passwordProofProblem(given, person.id, input.current_password)
      if (problem) return wrong({ current: problem })
    }
    const mayReplace = session.needs === 'nothing' && pageQuery.has('replace')
    const step = stepOfCode(offer.secret, input.code.slice(0, 100).replaceAll(/\s/g, ''), services.now())
    if (step === null) return wrongCode
    const codes = newRecoveryCodes()
    const kept = await keepRecoveryCodes(codes)
    const written = await write(async (sql) => {
      const earlier = await readSecondFactor(sql, person.id)
      const [saved] = await sql<{ id: string }[]>`
        insert into second_factors as f (person_id, secret, last_step, enrolled_at)
        values (${person.id}::text, decode(${encryptSecret(services, person.id, offer.secret)}::text, 'hex'),
          ${step}::bigint, ${now}::timestamptz)
        on conflict (person_id) do update set
          secret = excluded.secret, last_step = excluded.last_step, enrolled_at = excluded.enrolled_at
        where ${mayReplace}::boolean
        returning person_id as id`
      if (!saved) return wrongCode
      await replaceRecoveryCodes(sql, person.id, kept)
      await endOtherSessions(sql.raw, { personId: person.id, keptSessionId: session.id })
      const action = earlier ? 'second-factor-replaced' : 'second-factor-set'
      const audit = { actor: byPerson(person), subject: { kind: 'person', id: person.id }, action }
      return did({ answer: codes, audit, mails: [await securityMail(sql, person.id, action)] })
    })
    if (isFailure(written.outcome)) return written
    if (session.needs !== 'nothing')
      await noteSignIn(services, 'signed-in', { personId: person.id }, { address: visitor.address, headers })
    const { cookies } = await services.auth.passSecondFactor(session)
    return did({
      answer: codes,
      cookies: [...cookies, knownBrowserCookie(person.id, 'factor', services)],
    })
  },
  leadsTo: (_: string[]) => null,
})

async function replaceRecoveryCodes(sql: CamelSql, personId: string, kept: KeptCode[]): Promise<void> {
  await sql`
    with gone as (
      delete from recovery_codes where person_id = ${personId}::text
    )
    insert into recovery_codes (person_id, label, hash)
    select ${personId}::text, label, hash
    from unnest(${kept.map(({ label }) => label)}::text[], ${kept.map(({ hash }) => hash)}::text[]) as code (label, hash)`
}

function shownCodes(codes: string[], next: string, { brand }: Services) {
  return { step: 'codes' as const, next, codes, file: recoveryCodesFile(codes, brand.name) }
}

export const secondFactor = page('secondFactor', {
  commands: { code: giveCode, enrol, 'sign-out': signOut },
  load: async ({ query, sql, headers, services, refused, typed, answers }) => {
    const next = nextOf(typed.next, query)
    if (answers.enrol) return shownCodes(answers.enrol, next, services)
    const session = await services.auth.session(headers)
    if (!session) return redirect(adminHref('signIn', { next }))
    if (session.needs === 'code') {
      const recovers = refused ? typed.recovers === '1' : query.has('recover')
      return { step: 'code' as const, next, recovers }
    }
    const factor = await readSecondFactor(sql, session.person.id)
    // Unless it is to be replaced, nothing is left to do here.
    if (factor && !query.has('replace')) return redirect(next)
    const person = await readPerson(sql, session.person.id)
    const refusedOffer = refused && openOffer(services, session.person.id, typed.encrypted ?? '')
    const { secret, encrypted } = refusedOffer ?? offerSecret(services, session.person.id)
    const address = codeSecretAddress(secret, person?.email ?? '', services.brand.prefix)
    return {
      step: 'enrol' as const,
      next,
      isCompulsory: session.needs === 'enrolment',
      replaces: factor !== undefined,
      asksPassword: session.needs === 'nothing',
      /** In groups of four, for typing. */
      secret: secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
      /** Opens an app on the same device. */
      address,
      qr: qrPath(address),
      encrypted,
    }
  },
})

/** A sentence of its own, below the heading of the page. */
export const said = (text: string) => ({ tone: 'success' as const, title: '', text })

/** The account's permission has asked for the session already. */
async function sessionOf({ headers, services }: { headers: Headers; services: Services }) {
  return (await services.auth.session(headers))!
}

const aboutOneself = ({ id }: Admin, action: string) => ({ subject: { kind: 'person', id }, action })

/** Every other session ends, this one goes on under a new cookie. */
const changePassword = outsideCommand({
  permission: 'admin',
  form: passwordForm,
  run: async ({ input: { current_password: current, password }, admin, write, ...given }) => {
    const problem = await passwordProblem(password)
    if (problem) return wrong({ password: problem })
    const refused = await passwordProofProblem(given, admin.id, current)
    if (refused) return wrong({ current_password: refused })
    const { cookies } = await given.services.auth.changePassword(await sessionOf(given), password)
    return await write(async (sql) =>
      did({
        cookies,
        audit: aboutOneself(admin, 'password-changed'),
        mails: [await securityMail(sql, admin.id, 'password-changed')],
      }),
    )
  },
  done: { password: said('Your password was changed. All your other sessions have ended.') },
})

const leave = outsideCommand({
  permission: 'admin',
  run: async ({ admin, headers, visitor: { address }, services }) => {
    const { cookies } = await services.auth.signOut(headers)
    await noteSignIn(services, 'signed-out', { personId: admin.id }, { address, headers })
    return did({ cookies })
  },
  leadsTo: () => adminHref('signIn'),
})

const endSession = command({
  permission: 'admin',
  schema: type({ session: "string = ''" }),
  run: async ({ input, admin, sql, ...given }) => {
    const [ended] = await sql<{ id: string }[]>`
      delete from sign_in_sessions where person_id = ${admin.id}::text and id = ${input.session.slice(0, 100)}::text
      returning id`
    const { id } = await sessionOf(given)
    return did({
      answer: ended?.id === id ? adminHref('signIn') : adminHref('account', { done: 'session' }),
      audit: ended ? aboutOneself(admin, 'session-ended') : [],
    })
  },
  done: { session: said('That session has ended.') },
  leadsTo: (to) => to,
})

const endOthers = command({
  permission: 'admin',
  run: async ({ admin, sql, ...given }) => {
    await endOtherSessions(sql.raw, { personId: admin.id, keptSessionId: (await sessionOf(given)).id })
    return did({ audit: aboutOneself(admin, 'sessions-ended') })
  },
  done: { sessions: said('All your other sessions have ended.') },
})

/** Replaces all earlier codes; shown once. */
const renewCodes = outsideCommand({
  permission: 'admin',
  form: renewCodesForm,
  run: async ({ input, admin, sql, write, ...given }) => {
    const problem = await passwordProofProblem(given, admin.id, input.renew_password)
    if (problem) return wrong({ renew_password: problem })
    if (!(await readSecondFactor(sql, admin.id))) return did<string[] | null>({ answer: null })
    const codes = newRecoveryCodes()
    const kept = await keepRecoveryCodes(codes)
    return await write(async (sql) => {
      await replaceRecoveryCodes(sql, admin.id, kept)
      return did<string[] | null>({
        answer: codes,
        audit: aboutOneself(admin, 'recovery-codes-renewed'),
        mails: [await securityMail(sql, admin.id, 'recovery-codes-renewed')],
      })
    })
  },
  leadsTo: (codes: string[] | null) => (codes ? null : adminHref('account')),
})

const removeFactor = outsideCommand({
  permission: 'admin',
  form: removeFactorForm,
  run: async ({ input, admin, write, ...given }) => {
    if (given.services.env.requireSecondFactor) return failure('invalid', 'The second factor is compulsory.')
    const problem = await passwordProofProblem(given, admin.id, input.remove_password)
    if (problem) return wrong({ remove_password: problem })
    return await write(async (sql) => {
      if (!(await removeSecondFactor(sql, admin.id))) return did()
      return did({
        audit: aboutOneself(admin, 'second-factor-removed'),
        mails: [await securityMail(sql, admin.id, 'second-factor-removed')],
      })
    })
  },
  done: { 'factor-removed': said('Your second factor is off. You sign in with your password only.') },
})

const chooseWorkMail = command({
  permission: 'admin',
  form: workMailForm,
  run: async ({ input: { workMail }, admin, sql, now }) => {
    await sql`
      update people set work_mail = ${workMail}::text, updated_at = ${now}::timestamptz where id = ${admin.id}::text`
    return did({ audit: { ...aboutOneself(admin, 'work-mail-chosen'), after: { workMail } } })
  },
  done: { 'work-mail': said('Your choice of emails is saved.') },
})

const signInsShown = 10

export const account = page('account', {
  commands: {
    'change-password': changePassword,
    'sign-out': leave,
    'end-session': endSession,
    'end-others': endOthers,
    'renew-codes': renewCodes,
    'remove-factor': removeFactor,
    'work-mail': chooseWorkMail,
  },
  load: async ({ headers, sql, services, answers }) => {
    if (answers['renew-codes']) return shownCodes(answers['renew-codes'], adminHref('account'), services)
    const session = await services.auth.session(headers)
    const personId = session?.person.id ?? ''
    const [person, factor, sessions, events] = await Promise.all([
      readPerson(sql, personId),
      readSecondFactor(sql, personId),
      sql<{ id: string; browser: string; since: Instant; factorAt: Instant | null }[]>`
        select id, browser, created_at as since, factor_at
        from sign_in_sessions
        where person_id = ${personId}::text and expires_at > now()
        order by created_at desc`,
      listOwnSignIns(sql, personId, signInsShown),
    ])
    return {
      step: 'account' as const,
      email: person?.email ?? '',
      workMail: person?.workMail ?? 'daily',
      secondFactor: factor ? { since: factor.enrolledAt, codesLeft: factor.codesLeft } : null,
      isFactorCompulsory: services.env.requireSecondFactor,
      sessions: sessions.map(({ factorAt, ...shown }) => ({
        ...shown,
        isThis: shown.id === session?.id,
        /** Signed in there with the password alone. */
        isHalf: factor !== undefined && factorAt === null,
      })),
      events,
    }
  },
})
