const order = new Intl.Collator('en-GB')
const sameness = new Intl.Collator('en-GB', { sensitivity: 'base' })

/** Order of names for people. (Kept collators: `localeCompare` with a language makes a new one for each comparison.) */
export function compareNames(one: string, other: string): number {
  return order.compare(one, other)
}

/** Whether two names are the same but for case and accents. */
export function isSameName(one: string, other: string): boolean {
  return sameness.compare(one, other) === 0
}
