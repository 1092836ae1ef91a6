import { randomInt } from 'node:crypto'

/** Without what is mistaken when read aloud or copied: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY'

/** Such as `BEAA-2026-7KQ4XN`: 148 million a year. */
export function newNumber(prefix: string, year: string): string {
  return `${prefix}-${year}-${sixCharacters()}`
}

/** For a slug that is taken. */
export function slugEnding(): string {
  return sixCharacters().toLowerCase()
}

function sixCharacters(): string {
  return Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
