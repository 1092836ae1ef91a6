import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from './env.ts'
import type { Services } from './services.ts'

const cookieName = 'mine'
const draftCookieName = 'draft'
/** Most ids that one browser's cookie names; the oldest go first. */
const most = 40
const lifetimeSeconds = 60 * 60 * 24 * 365
const draftLifetimeSeconds = 60 * 60 * 24 * 60

/** The ids of applications and organisations that this browser's signed cookie names. */
export function readOwnership(cookieHeader: string, { env }: Pick<Services, 'env'>): Set<string> {
  const ids = readSigned(cookieHeader, cookieName, 'ownership', env)
  return new Set(ids?.split('~'))
}

/** The `Set-Cookie` line that adds ids to what this browser may act for. */
export function ownershipCookie(cookieHeader: string, added: string[], services: Pick<Services, 'env'>): string {
  const ids = [...new Set([...readOwnership(cookieHeader, services), ...added])].slice(-most).join('~')
  return signedCookie(cookieName, 'ownership', ids, lifetimeSeconds, services.env)
}

/** The `Set-Cookie` line after which this browser may act for nothing. */
export function noOwnershipCookie({ env }: Pick<Services, 'env'>): string {
  return signedCookie(cookieName, 'ownership', '', 0, env)
}

/** The id of the unfinished application that this browser's signed cookie names; null for none. */
export function readDraftId(cookieHeader: string, { env }: Pick<Services, 'env'>): string | null {
  return readSigned(cookieHeader, draftCookieName, 'draft', env)
}

/** The `Set-Cookie` line that takes an unfinished application away from a browser. */
export function noDraftCookie({ env }: Pick<Services, 'env'>): string {
  return signedCookie(draftCookieName, 'draft', '', 0, env)
}

/** The `Set-Cookie` line that lets a browser go on with an unfinished application, for as long as that is kept. */
export function draftCookie(id: string, { env }: Pick<Services, 'env'>): string {
  return signedCookie(draftCookieName, 'draft', id, draftLifetimeSeconds, env)
}

function signedCookie(name: string, purpose: string, text: string, seconds: number, env: Env): string {
  const secure = env.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${nameFor(name, env)}=${text}.${sign(purpose, text, env)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

function readSigned(cookieHeader: string, name: string, purpose: string, env: Env): string | null {
  const value = cookieValue(cookieHeader, nameFor(name, env))
  if (!value) return null
  const at = value.lastIndexOf('.')
  const text = value.slice(0, at)
  return at > 0 && equal(sign(purpose, text, env), value.slice(at + 1)) ? text : null
}

function nameFor(name: string, env: Env): string {
  return env.publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

function sign(purpose: string, text: string, env: Env): string {
  return createHmac('sha256', env.sessionSecret).update(`${purpose} ${text}`).digest('base64url')
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
