import { randomBytes } from 'node:crypto'
import type { Sql } from '#database/sql.ts'
import { browserName } from '#domain/browser-name.ts'
import { signInAddressProblem } from '#domain/sign-in-address.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import type { AdminSession, Auth } from './auth.ts'
import { cookieLine, cookieName, cookieValue } from './cookies.ts'
import { hashPassword, passwordProblem, verifyPassword } from './password.ts'
import {
  beginSession,
  deleteExpiredSessions,
  endOtherSessions,
  readPassword,
  readSession,
  renewSession,
  replacePassword,
  savePerson,
} from './queries.ts'
import { type SessionSecrets, validSecrets } from './session-secrets.ts'
import type { SignInLibrary } from './sign-in-library.ts'

const adminCookie = 'admin'
/** Twelve hours after sign-in, used or not. */
const sessionSeconds = 12 * 60 * 60
const minutesToWait = 20
/** Longer than any cookie of ours and any possible password. */
const longest = 1_000

/** Starting does without the library. `setPassword` throws where address or password cannot be used (`signInAddressProblem`, `passwordProblem`). */
export function createAuth({
  sql,
  env,
  log,
}: {
  sql: Sql
  env: Pick<Env, 'publicUrl'> & SessionSecrets & Partial<Pick<Env, 'requireSecondFactor'>>
  log: Log
}): Auth {
  const cookie = cookieName(adminCookie, env.publicUrl)
  const gone = cookieLine(adminCookie, '', 0, env.publicUrl)
  const libraries = new Map<string, Promise<SignInLibrary>>()
  /** The library knows one secret; while that is being changed there are two libraries. */
  const library = (sessionSecret = env.sessionSecret) => {
    const loading =
      libraries.get(sessionSecret) ??
      import('./sign-in-library.ts').then((module) =>
        module.openSignInLibrary({ sql, env: { ...env, sessionSecret }, log, cookie, sessionSeconds }),
      )
    libraries.set(sessionSecret, loading)
    return loading
  }
  const sessionIdOf = async (own: Headers): Promise<string | null> => {
    for (const secret of validSecrets(env)) {
      const id = await (await library(secret)).sessionId(own)
      if (id) return id
    }
    return null
  }
  /** Only our cookie: the library reads more cookies than it sets here. */
  const ownCookie = (headers: Headers): Headers | null => {
    const value = cookieValue(headers.get('cookie') ?? '', cookie)
    return value && value.length <= longest ? new Headers({ cookie: `${cookie}=${value}` }) : null
  }

  const read = async (sessionId: string): Promise<AdminSession | null> => {
    const [row] = await readSession(sql, {
      sessionId,
      isFactorCompulsory: env.requireSecondFactor ?? false,
      minutesToWait,
    })
    return row
      ? { id: row.id, person: { id: row.person_id, name: row.name, roles: row.roles }, needs: row.needs }
      : null
  }
  /** Anybody who knew the old token loses access (OWASP ASVS 7.2.4). */
  const renew = async (sessionId: string, isFactorGiven: boolean): Promise<{ cookies: string[] }> => {
    const token = randomBytes(24).toString('base64url')
    const [renewed] = await renewSession(sql, { sessionId, token, isFactorGiven, seconds: sessionSeconds })
    return {
      cookies: [
        renewed
          ? cookieLine(adminCookie, await (await library()).cookieValue(token), sessionSeconds, env.publicUrl)
          : gone,
      ],
    }
  }

  const auth: Auth = {
    async admin(headers) {
      const session = await auth.session(headers)
      return session?.needs === 'nothing' ? session.person : null
    },

    async session(headers) {
      const own = ownCookie(headers)
      const sessionId = own && (await sessionIdOf(own))
      return sessionId ? await read(sessionId) : null
    },

    async signIn({ email, password, headers }) {
      if (password === '' || password.length > longest) return { kind: 'refused' }
      const begun = await (await library()).signIn(email.trim(), password)
      if (begun === null) return { kind: 'refused' }
      const [row] = await beginSession(sql, { token: begun.token, browser: browserName(headers.get('user-agent')) })
      const session = row ? await read(row.id) : null
      if (!session) {
        await (await library()).endSession(begun.token)
        return { kind: 'refused' }
      }
      await auth.signOut(headers)
      await deleteExpiredSessions(sql)
      return { kind: 'signed-in', cookies: begun.cookies, session }
    },

    async passSecondFactor(session) {
      return await renew(session.id, true)
    },

    async signOut(headers) {
      const own = ownCookie(headers)
      for (const secret of own ? validSecrets(env) : []) await (await library(secret)).signOut(own!)
      return { cookies: [gone] }
    },

    async isPassword(personId, password) {
      if (password === '' || password.length > longest) return false
      const [kept] = await readPassword(sql, { personId })
      return kept !== undefined && (await verifyPassword({ hash: kept.hash, password }))
    },

    async changePassword(session, password) {
      const problem = await passwordProblem(password)
      if (problem) throw new Error(problem)
      const hash = await hashPassword(password)
      await sql.begin(async (transaction) => {
        await replacePassword(transaction, { personId: session.person.id, hash })
        await endOtherSessions(transaction, { personId: session.person.id, keptSessionId: session.id })
      })
      return await renew(session.id, false)
    },

    async setPassword({ email, name, password, roles }) {
      const address = email.trim().toLowerCase()
      const problem = signInAddressProblem(address) ?? (await passwordProblem(password))
      if (problem) throw new Error(problem)
      const hash = await hashPassword(password)
      return await sql.begin(async (transaction) => {
        const [person] = await savePerson(transaction, { email: address, name, roles })
        await replacePassword(transaction, { personId: person!.id, hash })
        await endOtherSessions(transaction, { personId: person!.id, keptSessionId: null })
        return person!.id
      })
    },
  }
  return auth
}
