type Person = { name: string }

/**
 * The colleagues that a note names: `@Riley Reviewer`, or `@Riley` where nobody else has that first name. `unknown` is what follows an @ and names none
 * of them, or several.
 */
export function mentionsIn<Colleague extends Person>(note: string, colleagues: readonly Colleague[]) {
  const named = new Set<Colleague>()
  for (const { index } of note.matchAll(/(?<=^|[\s(])@(?=\p{L})/gu)) {
    const rest = note.slice(index + 1).toLowerCase()
    const word = /^[\p{L}’'-]+/u.exec(rest)![0]
    const whole = colleagues
      .filter(({ name }) => rest.startsWith(name.toLowerCase()) && !/^\p{L}/u.test(rest.slice(name.length)))
      .toSorted((one, other) => other.name.length - one.name.length)
    const byFirstName = colleagues.filter(({ name }) => name.toLowerCase().split(' ')[0] === word)
    const found = whole[0] ?? (byFirstName.length === 1 ? byFirstName[0] : undefined)
    if (!found) return { named: [], unknown: word }
    named.add(found)
  }
  return { named: [...named], unknown: null }
}
