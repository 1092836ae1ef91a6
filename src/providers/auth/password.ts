/** Argon2id with 19 MiB and two passes, the first of OWASP's recommended settings (Password Storage Cheat Sheet). */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const least = 12
const max = 200

/** A sentence, or null. Length counts, kinds of characters do not, and common passwords are refused. */
export async function passwordProblem(password: string): Promise<string | null> {
  if (password.length < least) return `The password is shorter than ${least} characters.`
  if (password.length > max) return `The password is longer than ${max} characters.`
  const { isCommonPassword } = await import('./common-passwords.ts')
  if (isCommonPassword(password))
    return 'This password is one of those that many people choose, so it is easily guessed. A few words that only you would put together are best.'
  return null
}

export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(asTyped(password), cost)
}

export function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  return Bun.password.verify(asTyped(password), hash)
}

/** Keyboards write the same letter with different code points (é as one or two): NFKC makes them one. */
function asTyped(password: string): string {
  return password.normalize('NFKC')
}
