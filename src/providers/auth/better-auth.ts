import { randomBytes } from 'node:crypto'
import { camel } from '#database/camel.ts'
import type { Sql } from '#database/sql.ts'
import { browserName } from '#domain/browser-name.ts'
import { signInAddressProblem } from '#domain/mail-address.ts'
import type { Role } from '#domain/permissions.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import type { AdminSession, Auth } from './auth.ts'
import { cookieLine, cookieName, cookieValue } from './cookies.ts'
import { hashPassword, passwordProblem, verifyPassword } from './password.ts'
import { endOtherSessions, readPassword, replacePassword } from './queries.ts'
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
    const [row] = await camel(sql)<
      { id: string; personId: string; name: string; roles: Role[]; needs: AdminSession['needs'] }[]
    >`
      select s.id, p.id as person_id, p.name, p.roles, n.needs
      from sign_in_sessions as s
      join people as p on p.id = s.person_id
      left join second_factors as f on f.person_id = p.id
      cross join lateral (
        select case
          when f.person_id is not null and s.factor_at is null then 'code'
          when f.person_id is null and ${env.requireSecondFactor ?? false}::boolean then 'enrolment'
          else 'nothing'
        end as needs
      ) as n
      where s.id = ${sessionId}::text and p.deactivated_at is null
        and (n.needs = 'nothing' or s.created_at > now() - make_interval(mins => ${minutesToWait}::int))`
    return row ? { id: row.id, person: { id: row.personId, name: row.name, roles: row.roles }, needs: row.needs } : null
  }
  /** Anybody who knew the old token loses access (OWASP ASVS 7.2.4). */
  const renew = async (sessionId: string, isFactorGiven: boolean): Promise<{ cookies: string[] }> => {
    const token = randomBytes(24).toString('base64url')
    const [renewed] = await sql<{ id: string }[]>`
      update sign_in_sessions set
        token = ${token}::text,
        factor_at = case when ${isFactorGiven}::boolean then now() else factor_at end,
        created_at = now(),
        updated_at = now(),
        expires_at = now() + make_interval(secs => ${sessionSeconds}::int)
      where id = ${sessionId}::text and expires_at > now()
      returning id`
    if (!renewed) return { cookies: [gone] }
    const value = await (await library()).cookieValue(token)
    return { cookies: [cookieLine(adminCookie, value, sessionSeconds, env.publicUrl)] }
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
      const [row] = await sql<{ id: string }[]>`
        update sign_in_sessions as s set browser = ${browserName(headers.get('user-agent'))}::text
        from people as p
        where s.token = ${begun.token}::text and p.id = s.person_id and p.deactivated_at is null
        returning s.id`
      const session = row ? await read(row.id) : null
      if (!session) {
        await (await library()).endSession(begun.token)
        return { kind: 'refused' }
      }
      await auth.signOut(headers)
      await sql<Record<string, never>[]>`delete from sign_in_sessions where expires_at <= now()`
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
        // A known address keeps its id and is active again.
        const [person] = await transaction<{ id: string }[]>`
          insert into people as p (id, email, name, roles, email_verified)
          values (gen_random_uuid()::text, ${address}::text, ${name}::text, ${roles}::text[], true)
          on conflict ((lower(email))) do update set
            name = excluded.name,
            roles = excluded.roles,
            email_verified = true,
            deactivated_at = null,
            updated_at = now()
          returning p.id`
        await replacePassword(transaction, { personId: person!.id, hash })
        await endOtherSessions(transaction, { personId: person!.id, keptSessionId: null })
        return person!.id
      })
    },
  }
  return auth
}
