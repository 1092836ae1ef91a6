import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from './env.ts'
import type { Services } from './services.ts'

const cookieName = 'mine'
/** Most ids that one browser's cookie names; the oldest go first. */
const most = 40
const lifetimeSeconds = 60 * 60 * 24 * 365

/** The ids of applications and organisations that this browser's signed cookie names. */
export function readOwnership(cookieHeader: string, { env }: Pick<Services, 'env'>): Set<string> {
  const value = cookieValue(cookieHeader, nameFor(env))
  if (!value) return new Set()
  const at = value.lastIndexOf('.')
  const ids = value.slice(0, at)
  if (at < 1 || !equal(sign(ids, env), value.slice(at + 1))) return new Set()
  return new Set(ids.split('~'))
}

/** The `Set-Cookie` line that adds ids to what this browser may act for. */
export function ownershipCookie(cookieHeader: string, added: string[], services: Pick<Services, 'env'>): string {
  const ids = [...new Set([...readOwnership(cookieHeader, services), ...added])].slice(-most).join('~')
  const secure = services.env.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${nameFor(services.env)}=${ids}.${sign(ids, services.env)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${secure}`
}

function nameFor(env: Env): string {
  return env.publicUrl.startsWith('https:') ? `__Host-${cookieName}` : cookieName
}

function sign(text: string, env: Env): string {
  return createHmac('sha256', env.sessionSecret).update(`ownership ${text}`).digest('base64url')
}

function equal(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
