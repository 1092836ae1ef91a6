export const typedLimit = 60
export const linkLimit = 300

/** `BEAA-2026-7KQ4XN` from typed or spoken text: any case, with or without dashes, blanks or dots. Null where it cannot be a number. */
export function tidyNumber(typed: string): string | null {
  const [, prefix, year, rest] = /^([A-Z]{1,12})(20\d\d)([A-Z\d]{6,10})$/.exec(charactersOf(typed)) ?? []
  return prefix ? `${prefix}-${year}-${rest}` : null
}

function charactersOf(typed: string): string {
  return typed.length > typedLimit ? '' : typed.toUpperCase().replace(/[\s.‐-―_-]/g, '')
}

/** 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B look alike; after the year only in a demonstration's digits. Without the text itself. */
export function misreadNumbers(typed: string): string[] {
  const characters = charactersOf(typed)
  const numbers = new Set<string>()
  for (let end = 2; end <= 8; end++) {
    const [, year, rest] = /^([2Z][0O][\dOILZSB]{2})([A-Z\d]{6,10})$/.exec(characters.slice(end)) ?? []
    const letters = asLetters(characters.slice(0, end))
    if (!year || !rest || /\d/.test(letters)) continue
    for (const prefix of [letters, letters.replaceAll('I', 'L'), letters.replaceAll('L', 'I')]) {
      for (const last of [rest, asDigits(rest)]) numbers.add(`${prefix}-${asDigits(year)}-${last}`)
    }
  }
  const own = tidyNumber(typed)
  return [...numbers].filter((number) => number !== own)
}

function asLetters(text: string): string {
  return text.replace(/[01258]/g, (digit) => ({ 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B' })[digit]!)
}

function asDigits(text: string): string {
  return text.replace(/[OILZSB]/g, (letter) => ({ O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' })[letter]!)
}
