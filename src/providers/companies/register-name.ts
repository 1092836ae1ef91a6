/** For comparing, without the legal form or the beginning of "limited", which somebody may be typing. */
export function registerName(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')
  const words = plain
    .toLowerCase()
    .replace(/[&+]/g, ' and ')
    .replace(/[.'’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(legalForm, '') || words
}

const legalForm =
  / (?:limited|ltd|plc|llp|cic|lp|cyfyngedig|cyf|ccc|limite|limit|limi|lim|public limited company|limited liability partnership|community interest company)$/

/** A blank first, so that a word's beginning can be searched; each former name on its own line. */
export function registerText(name: string, previousNames: string[]): string {
  return ` ${[name, ...previousNames].map(registerName).join('\n ')}`.slice(0, longestText)
}

/** A B-tree entry holds 2,700 bytes, and a letter takes up to three. */
const longestText = 800
