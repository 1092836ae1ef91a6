import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashPassword, verifyPassword } from './password.ts'

const recoveryCodeCount = 10
/** Crockford's base 32 without letters that look like digits: 32 of them, so that one random byte gives one without bias. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The first letters say which code it is, and count for nothing else. */
const labelLength = 2
const secretLength = 10

export type KeptCode = { label: string; hash: string }

/** 50 secret random bits each, such as `7K3Q-F9TM-2XAB`. */
export function newRecoveryCodes(): string[] {
  const labels = new Set<string>()
  while (labels.size < recoveryCodeCount) labels.add(randomLetters(labelLength))
  return [...labels].map((label) => inGroups(label + randomLetters(secretLength)))
}

export function readRecoveryCode(typed: string): string | null {
  const letters = typed
    .slice(0, 60)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return new RegExp(`^[${alphabet}]{${labelLength + secretLength}}$`).test(letters) ? inGroups(letters) : null
}

/** Fewer than 112 secret bits need a password's hash (OWASP ASVS 6.5.2). */
export async function keepRecoveryCodes(codes: readonly string[]): Promise<KeptCode[]> {
  const kept: KeptCode[] = []
  for (const code of codes) kept.push({ label: code.slice(0, labelLength), hash: await hashPassword(code) })
  return kept
}

export async function findRecoveryCode<Kept extends KeptCode>(
  kept: readonly Kept[],
  code: string,
): Promise<Kept | null> {
  const candidate = kept.find(({ label }) => code.startsWith(label))
  return candidate && (await verifyPassword({ hash: candidate.hash, password: code })) ? candidate : null
}

function randomLetters(count: number): string {
  return [...randomBytes(count)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

function inGroups(letters: string): string {
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** What every authenticator app supports: six digits of HMAC-SHA-1 every 30 seconds (RFC 6238). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Clocks differ: the codes before and after count as well. */
const window = 1

export function newCodeSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** In steps of 30 seconds since 1970; null when it is not a code now. The caller checks whether the step was used before. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...settings, secret: Secret.fromBase32(secret), token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / settings.period) + delta
}

export function codeAt(secret: string, now: Date): string {
  return TOTP.generate({ ...settings, secret: Secret.fromBase32(secret), timestamp: now.getTime() })
}

export function codeSecretAddress(secret: string, account: string, issuer: string): string {
  return new TOTP({ ...settings, secret: Secret.fromBase32(secret), label: account, issuer }).toString()
}
