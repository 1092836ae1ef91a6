import { Secret, TOTP } from 'otpauth'

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
