const order = new Intl.Collator('en-GB')

/** Order of names for people. (A kept collator: `localeCompare` with a language makes a new one for each comparison.) */
export function compareNames(one: string, other: string): number {
  return order.compare(one, other)
}
