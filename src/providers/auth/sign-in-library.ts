import { createHmac } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { makeSignature } from 'better-auth/crypto'
import { betterAuth } from 'better-auth/minimal'
import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { signInStore } from './sign-in-store.ts'

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
