import { createHmac } from 'node:crypto'
import { isUuid } from '#domain/is-uuid.ts'
import type { Env } from '#env.ts'
import { cookieLine, cookieName, cookieValue, isSameSignature } from '#providers/auth/cookies.ts'
import { validSecrets } from '#providers/auth/session-secrets.ts'
import type { Services } from './services.ts'

/** What each cookie is signed for. */
const purposes = { mine: 'ownership', draft: 'draft' }
const maxIds = 40
/** For each id, so that a later one prolongs none. */
export const ownershipDays = 180
const daySeconds = 60 * 60 * 24
/** No day is as large a number, and no time as small. */
const lastDay = 1_000_000
const draftLifetimeSeconds = 60 * daySeconds

/** A random id, and when each id was given (seconds since 1970). */
type Ownership = { browser: string; given: ReadonlyMap<string, number> }

/** Without ids given too long ago; `visitor` knows what the browser has given up. */
export function readOwnership(cookieHeader: string, { env, now }: Pick<Services, 'env' | 'now'>): Ownership | null {
  const [browser, ...given] = readSigned(cookieHeader, 'mine', env)?.split('~') ?? []
  if (!isUuid(browser)) return null
  const ids = new Map<string, number>()
  for (const part of given) {
    const [id = '', time = ''] = part.split('_')
    const number = Number.parseInt(time, 36)
    // Earlier releases wrote the day.
    const seconds = number < lastDay ? number * daySeconds : number
    if (dayOf(secondsOf(now())) - dayOf(seconds) <= ownershipDays) ids.set(id, seconds)
  }
  return { browser, given: ids }
}

export function ownershipCookie(cookieHeader: string, added: string[], services: Pick<Services, 'env' | 'now'>) {
  const before = readOwnership(cookieHeader, services)
  const ids = new Map(before?.given)
  for (const id of added) ids.set(id, secondsOf(services.now()))
  const given = [...ids].slice(-maxIds).map(([id, seconds]) => `${id}_${seconds.toString(36)}`)
  const text = [before?.browser ?? crypto.randomUUID(), ...given].join('~')
  return signedCookie('mine', text, ownershipDays * daySeconds, services.env)
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function dayOf(seconds: number): number {
  return Math.floor(seconds / daySeconds)
}

export function noOwnershipCookie({ env }: Pick<Services, 'env'>): string {
  return signedCookie('mine', '', 0, env)
}

export function readDraftId(cookieHeader: string, { env }: Pick<Services, 'env'>): string | null {
  return readSigned(cookieHeader, 'draft', env)?.split('~')[0] ?? null
}

/** Different browsers may share one draft. */
export function readBrowserId(cookieHeader: string, { env }: Pick<Services, 'env'>): string | null {
  return readSigned(cookieHeader, 'draft', env)?.split('~')[1] ?? null
}

export function noDraftCookie({ env }: Pick<Services, 'env'>): string {
  return signedCookie('draft', '', 0, env)
}

export function draftCookie(cookieHeader: string, id: string, services: Pick<Services, 'env'>): string {
  const browser = readBrowserId(cookieHeader, services) ?? crypto.randomUUID()
  return signedCookie('draft', `${id}~${browser}`, draftLifetimeSeconds, services.env)
}

function signedCookie(name: keyof typeof purposes, text: string, seconds: number, env: Env): string {
  return cookieLine(name, `${text}.${sign(name, text, env.sessionSecret)}`, seconds, env.publicUrl)
}

function readSigned(cookieHeader: string, name: keyof typeof purposes, env: Env): string | null {
  const value = cookieValue(cookieHeader, cookieName(name, env.publicUrl))
  if (!value) return null
  const at = value.lastIndexOf('.')
  const text = value.slice(0, at)
  const isOurs = (secret: string) => isSameSignature(sign(name, text, secret), value.slice(at + 1))
  return at > 0 && validSecrets(env).some(isOurs) ? text : null
}

function sign(name: keyof typeof purposes, text: string, secret: string): string {
  return createHmac('sha256', secret).update(`${purposes[name]} ${text}`).digest('base64url')
}
