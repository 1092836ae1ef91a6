/**
 * A company's name as the copy of the register compares it: small letters without accents, "&" and "+" as "and", no apostrophes
 * and dots, everything else that is no letter or digit a blank, and no legal form at the end (nor the beginning of "limited",
 * which somebody may be typing).
 */
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

/** The text that is searched: the name after a blank, so that a word's beginning can be asked for, and each former name below it. */
export function registerText(name: string, previousNames: string[]): string {
  return ` ${[name, ...previousNames].map(registerName).join('\n ')}`.slice(0, longestText)
}

/** An entry of a B-tree may hold 2,700 bytes, and a letter take three of them. */
const longestText = 800
