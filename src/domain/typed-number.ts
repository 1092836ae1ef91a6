/** Most characters of a number that somebody types. */
export const typedLimit = 60
/** Most characters of a link that somebody pastes instead. */
export const linkLimit = 300

/**
 * A certificate number as the register writes it, `BEAA-2026-7KQ4XN`, from what somebody typed or read out: capitals or not, with
 * or without dashes, blanks or dots. Null for a text that cannot be a number.
 */
export function tidyNumber(typed: string): string | null {
  if (typed.length > typedLimit) return null
  const characters = typed.toUpperCase().replace(/[\s.‐-―_-]/g, '')
  const [, prefix, year, rest] = /^([A-Z]{1,12})(\d{4})([A-Z\d]{6,10})$/.exec(characters) ?? []
  return prefix ? `${prefix}-${year}-${rest}` : null
}
