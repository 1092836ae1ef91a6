import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 49,000 passwords that are found most often in leaked lists, in lower case; loaded when somebody sets a password. */
const common = new Set<string>(dictionary['passwords-common'].map(String))

/**
 * Whether a password is one that an attacker tries early: one of the common ones, one of them with digits and signs around it
 * (`Password1234!`), or one short piece over and over.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(lower) || (core !== '' && common.has(core)) || /^(.{1,6}?)\1+$/su.test(lower)
}
