import { createHmac } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import type { Sql } from '../../database/sql.ts'
import type { Role } from '../../domain/duties.ts'
import type { Env } from '../../env.ts'
import type { Log } from '../../log.ts'
import type { Admin } from '../../visitor.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { signInStore } from './sign-in-store.ts'

export type SignInLibrary = ReturnType<typeof openSignInLibrary>

/**
 * better-auth with our tables, our cookie and our hash. Only its functions are used: none of its HTTP calls is mounted, so there
 * is no sign-up. This file alone brings the library in; `better-auth.ts` loads it when somebody signs in.
 */
export function openSignInLibrary(options: {
  sql: Sql
  env: Pick<Env, 'publicUrl' | 'sessionSecret'>
  log: Log
  cookie: string
  sessionSeconds: number
}) {
  const { sql, env, log, cookie, sessionSeconds } = options
  const auth = betterAuth({
    baseURL: env.publicUrl,
    // A key of its own: a signature made for another cookie is worth nothing here.
    secret: createHmac('sha256', env.sessionSecret).update('sign-in sessions').digest('base64url'),
    database: signInStore(sql),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { role: { type: 'string', input: false } },
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
      // The library would put __Secure- before the name; ours says __Host- itself, which also binds the cookie to this one host.
      useSecureCookies: false,
      cookies: { session_token: { name: cookie, attributes: { secure: cookie.startsWith('__Host-') } } },
      ipAddress: { disableIpTracking: true },
    },
    telemetry: { enabled: false },
    // Its own lines would hold the address of whoever mistypes a password: only errors are passed on, and nothing else of them.
    logger: {
      level: 'error',
      log: (_level, _message, ...details) => {
        for (const detail of details) if (detail instanceof Error) log.error('sign-in-trouble', {}, detail)
      },
    },
  })

  return {
    /** The `Set-Cookie` lines of a new session, or null when address and password do not belong together. */
    async signIn(email: string, password: string): Promise<string[] | null> {
      try {
        const { headers } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true })
        return headers.getSetCookie().filter((line) => line.startsWith(`${cookie}=`))
      } catch (problem) {
        if (isAPIError(problem) && (problem.statusCode === 401 || problem.statusCode === 400)) return null
        throw problem
      }
    },

    async person(headers: Headers): Promise<Admin | null> {
      const found = await auth.api.getSession({ headers })
      return found && { id: found.user.id, name: found.user.name, role: found.user.role as Role }
    },

    async signOut(headers: Headers): Promise<void> {
      await auth.api.signOut({ headers })
    },
  }
}
