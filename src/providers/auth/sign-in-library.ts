import { createHmac } from 'node:crypto'
import { createAdapterFactory } from 'better-auth/adapters'
import { isAPIError } from 'better-auth/api'
import { makeSignature } from 'better-auth/crypto'
import { betterAuth } from 'better-auth/minimal'
import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type SignInLibrary = ReturnType<typeof openSignInLibrary>

/** better-auth with our tables, cookie and hash. None of its HTTP calls is mounted, so there is no sign-up. No other file loads the library. */
export function openSignInLibrary(options: {
  sql: Sql
  env: Pick<Env, 'publicUrl' | 'sessionSecret'>
  log: Log
  cookie: string
  sessionSeconds: number
}) {
  const { sql, env, log, cookie, sessionSeconds } = options
  // Its own key: a signature of another cookie is worthless here.
  const secret = createHmac('sha256', env.sessionSecret).update('sign-in sessions').digest('base64url')
  const auth = betterAuth({
    baseURL: env.publicUrl,
    secret,
    database: signInStore(sql),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { roles: { type: 'string[]', input: false } },
    },
    session: {
      modelName: 'sign_in_sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'person_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      // The library would add __Secure-; our __Host- also binds the cookie to this host.
      useSecureCookies: false,
      cookies: { session_token: { name: cookie, attributes: { secure: cookie.startsWith('__Host-') } } },
      ipAddress: { disableIpTracking: true },
    },
    telemetry: { enabled: false },
    // Its lines would hold the address of people who mistype a password: only errors are logged.
    logger: {
      level: 'error',
      log: (_level, _message, ...details) => {
        for (const detail of details) if (detail instanceof Error) log.error('sign-in-trouble', {}, detail)
      },
    },
  })

  return {
    async signIn(email: string, password: string): Promise<{ token: string; cookies: string[] } | null> {
      try {
        const { headers, response } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true })
        const cookies = headers.getSetCookie().filter((line) => line.startsWith(`${cookie}=`))
        return { token: response.token, cookies }
      } catch (problem) {
        if (isAPIError(problem) && (problem.statusCode === 401 || problem.statusCode === 400)) return null
        throw problem
      }
    },

    async sessionId(headers: Headers): Promise<string | null> {
      const found = await auth.api.getSession({ headers })
      return found?.session.id ?? null
    },

    /** As the library signs its own: HMAC-SHA-256 in base64 behind a dot. */
    async cookieValue(token: string): Promise<string> {
      return encodeURIComponent(`${token}.${await makeSignature(token, secret)}`)
    },

    async endSession(token: string): Promise<void> {
      await (await auth.$context).internalAdapter.deleteSession(token)
    },

    async signOut(headers: Headers): Promise<void> {
      await auth.api.signOut({ headers })
    },
  }
}

type Condition = { field: string; operator: string | undefined; value: unknown; connector: string | undefined }

/** Tables and columns come from the library's settings, never from a request; values are always parameters. Times are ISO strings, as in our pool. */
export function signInStore(sql: Sql) {
  const where = (conditions: Condition[] = []) =>
    conditions.reduce((before, condition) => sql`${before} and ${compare(condition)}`, sql`where true`)

  const compare = ({ field, operator, value, connector }: Condition) => {
    if (connector !== 'AND') throw new Error('The sign-in store joins conditions with "and" only.')
    const column = sql(field)
    const given = value as never
    if (value === null && operator === 'eq') return sql`${column} is null`
    if (operator === 'eq') return sql`${column} = ${given}`
    if (operator === 'in') return sql`${column} = any(${given})`
    if (operator === 'lt') return sql`${column} < ${given}`
    if (operator === 'gt') return sql`${column} > ${given}`
    throw new Error(`The sign-in store knows no operator "${operator}".`)
  }

  return createAdapterFactory({
    config: { adapterId: 'postgres', supportsDates: false },
    adapter: ({ getFieldName, getDefaultModelName, schema }) => {
      const columns = (model: string) => {
        const fields = Object.keys(schema[getDefaultModelName(model)]!.fields)
        return sql(['id', ...fields.map((field) => getFieldName({ model, field }))])
      }
      return {
        async create({ model, data }) {
          const [row] = await sql`insert into ${sql(model)} ${sql(data as never)} returning ${columns(model)}`
          return row as never
        },
        async findOne({ model, where: conditions }) {
          const [row] = await sql`select ${columns(model)} from ${sql(model)} ${where(conditions)} limit 1`
          return (row ?? null) as never
        },
        async findMany({ model, where: conditions, limit, offset = 0, sortBy }) {
          const order = sortBy
            ? sql`order by ${sql(getFieldName({ model, field: sortBy.field }))} ${sortBy.direction === 'desc' ? sql`desc` : sql``}`
            : sql``
          return (await sql`
          select ${columns(model)} from ${sql(model)} ${where(conditions)} ${order} limit ${limit} offset ${offset}`) as never
        },
        async count({ model, where: conditions }) {
          const [row] = await sql<{ rows: number }[]>`
          select count(*)::int as rows from ${sql(model)} ${where(conditions)}`
          return row!.rows
        },
        async update({ model, where: conditions, update }) {
          const [row] =
            await sql`update ${sql(model)} set ${sql(update as never)} ${where(conditions)} returning ${columns(model)}`
          return (row ?? null) as never
        },
        async updateMany({ model, where: conditions, update }) {
          return (await sql`update ${sql(model)} set ${sql(update as never)} ${where(conditions)}`).count
        },
        async delete({ model, where: conditions }) {
          await sql`delete from ${sql(model)} ${where(conditions)}`
        },
        async deleteMany({ model, where: conditions }) {
          return (await sql`delete from ${sql(model)} ${where(conditions)}`).count
        },
      }
    },
  })
}
