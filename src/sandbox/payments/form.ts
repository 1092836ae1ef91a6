import { badRequest } from './api-error.ts'

/** `a[0][b]=x` is `{ a: { 0: { b: 'x' } } }`. */
export type FormValue = string | FormBranch
export type FormBranch = { [name: string]: FormValue }

const deepest = 8
const maxPairs = 1_000

/**
 * Stripe's bracketed names: `a[b]` is a field, `a[0]` and `a[]` are list items.
 * @throws ApiError 400 for a malformed name, too many pairs, a name used as both text and branch, or a NUL character.
 */
export function parseForm(text: string): FormBranch {
  const root = branch()
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > maxPairs) throw badRequest(null, 'Too many parameters.')
  for (const [name, value] of pairs) {
    if (name.includes('\0') || value.includes('\0')) throw badRequest(null, 'Parameters hold no NUL characters.')
    put(root, namesOf(name), value, name)
  }
  return root
}

function namesOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) throw badRequest(null, 'A parameter name has unbalanced brackets.')
  const names = [match[1]!, ...Array.from(match[2]!.matchAll(/\[([^[\]]*)\]/g), (inner) => inner[1]!)]
  if (names.length > deepest) throw badRequest(null, 'A parameter is nested too deep.')
  return names
}

function put(root: FormBranch, names: string[], value: string, full: string): void {
  let at = root
  for (const [index, given] of names.entries()) {
    const name = given === '' ? String(Object.keys(at).length) : given
    const held = at[name]
    if (index === names.length - 1) {
      if (typeof held === 'object') throw badRequest(null, 'A parameter is given twice in different shapes.', full)
      at[name] = value
    } else {
      if (typeof held === 'string') throw badRequest(null, 'A parameter is given twice in different shapes.', full)
      const next = held ?? branch()
      at[name] = next
      at = next
    }
  }
}

/** Without a prototype, so that a parameter called `__proto__` is a name like any other. */
function branch(): FormBranch {
  return Object.create(null) as FormBranch
}
