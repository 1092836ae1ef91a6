import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 49,000 passwords, in lower case; loaded when somebody sets a password. */
const common = new Set<string>(dictionary['passwords-common'].map(String))

export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(lower) || (core !== '' && common.has(core)) || /^(.{1,6}?)\1+$/su.test(lower)
}
