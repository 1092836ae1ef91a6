import { randomBytes } from 'node:crypto'
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
