import { Secret, TOTP } from 'otpauth'

/** What every authenticator app knows: six digits of HMAC-SHA-1, new every 30 seconds (RFC 6238). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Clocks differ: the code before and the one after count as well. */
const window = 1

/** A new secret of 160 random bits, in base32: what an app is set up with. */
export function newCodeSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The time step (of 30 seconds since 1970) that a code belongs to, or null when it is not a code of this secret now. Whether the
 * step was used before is for the caller to ask.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...settings, secret: Secret.fromBase32(secret), token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / settings.period) + delta
}

/** The code of a moment: what an app would show. */
export function codeAt(secret: string, now: Date): string {
  return TOTP.generate({ ...settings, secret: Secret.fromBase32(secret), timestamp: now.getTime() })
}

/** The address that a QR code carries to an app. `account` and `issuer` are what the app will call it. */
export function codeSecretAddress(secret: string, account: string, issuer: string): string {
  return new TOTP({ ...settings, secret: Secret.fromBase32(secret), label: account, issuer }).toString()
}
