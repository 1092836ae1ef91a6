import qrcode from 'qrcode-generator'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { validSecrets } from '#providers/auth/session-secrets.ts'
import { newCodeSecret } from '#providers/auth/time-codes.ts'
import type { Services } from '#requests/services.ts'

const offerMinutes = 30
const purpose = 'offered second factor'

/** Nothing is stored until a code of it comes back: the form carries it, encrypted. */
type Offer = { secret: string; encrypted: string }

export function offerSecret({ env, now }: Pick<Services, 'env' | 'now'>, personId: string): Offer {
  const secret = newCodeSecret()
  const until = now().getTime() + offerMinutes * 60_000
  const encrypted = encrypt(`${until} ${secret}`, env.sessionSecret, { purpose, owner: personId }).toString('base64url')
  return { secret, encrypted }
}

/** Null where it has expired, or is not this person's. */
export function openOffer(
  { env, now }: Pick<Services, 'env' | 'now'>,
  personId: string,
  encrypted: string,
): Offer | null {
  const opened = decrypt(Buffer.from(encrypted.slice(0, 500), 'base64url'), validSecrets(env), {
    purpose,
    owner: personId,
  })
  const [until, secret] = opened?.split(' ') ?? []
  return secret && Number(until) > now().getTime() ? { secret, encrypted } : null
}

/** A QR code (ISO/IEC 18004, error correction M): the SVG path of its dark squares, `side` squares wide with its quiet edge. */
export function qrPath(text: string): { path: string; side: number } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const quiet = 4
  let path = ''
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`
    }
  }
  return { path, side: modules + quiet * 2 }
}
