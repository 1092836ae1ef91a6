/** Nobody confuses these, read aloud or written by hand. */
const alphabet = '3479ACDEFHJKMNPQRTUVWXY'

/** For the telephone, such as `APP-7K3M9Q`: one of 148 million, kept unique by the database. */
export function newReference(prefix: 'APP' | 'C' | 'CON' | 'APL'): string {
  // Whole multiples of the alphabet only, so that all letters are equally likely.
  const fair = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < 6) {
    for (const byte of crypto.getRandomValues(new Uint8Array(12))) {
      if (byte < fair && code.length < 6) code += alphabet[byte % alphabet.length]
    }
  }
  return `${prefix}-${code}`
}
