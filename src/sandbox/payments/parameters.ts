import { badRequest } from './api-error.ts'

/** Undefined means that nothing was given; `name` is bracketed. Throws what Stripe would answer. */
export type Reader<T> = (given: FormValue | undefined, name: string) => T
export type Fields = Record<string, Reader<unknown>>
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Reader<infer T> ? T : never }

export function text(longest = 5_000): Reader<string> {
  return (given, name) => {
    const value = leaf(given, name)
    if (value.length > longest)
      throw badRequest('parameter_invalid_string', `Too long: ${name} takes ${longest} characters.`, name)
    return value
  }
}

export function integer({ min = 0, max = 99_999_999 }: { min?: number; max?: number } = {}): Reader<number> {
  return (given, name) => {
    const value = leaf(given, name)
    if (!/^-?\d{1,15}$/.test(value)) throw badRequest('parameter_invalid_integer', `Invalid integer: ${name}`, name)
    const number = Number(value)
    if (number < min || number > max)
      throw badRequest('parameter_invalid_integer', `${name} lies from ${min} to ${max}.`, name)
    return number
  }
}

/** Above 0 and up to 100, with at most four decimals. */
export const percentage: Reader<number> = (given, name) => {
  const value = leaf(given, name)
  const number = Number(value)
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(value) || number <= 0 || number > 100) {
    throw badRequest('parameter_invalid_integer', `${name} is above 0 and at most 100.`, name)
  }
  return number
}

/** From 0 to 100, with at most four decimals. */
export const taxPercentage: Reader<number> = (given, name) => (leaf(given, name) === '0' ? 0 : percentage(given, name))

export const flag: Reader<boolean> = (given, name) => {
  const value = leaf(given, name)
  if (value !== 'true' && value !== 'false') throw badRequest(null, `Invalid boolean: ${name}`, name)
  return value === 'true'
}

export function choice<const Word extends string>(...words: Word[]): Reader<Word> {
  return (given, name) => {
    const word = words.find((known) => known === leaf(given, name))
    if (word === undefined) throw badRequest(null, `Invalid ${name}: must be one of ${words.join(', ')}`, name)
    return word
  }
}

/** Absolute, http or https. */
export const address: Reader<string> = (given, name) => {
  const value = text(5_000)(given, name)
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw badRequest('url_invalid', 'Not a valid URL', name)
  return value
}

/** Up to 50 names of 40 characters with values of 500, as Stripe allows. */
export const metadata: Reader<Record<string, string>> = (given, name) => {
  if (given === undefined || given === '') return {}
  if (typeof given === 'string') throw badRequest(null, `Invalid hash: ${name}`, name)
  const pairs = Object.entries(given)
  if (pairs.length > 50) throw badRequest(null, 'Metadata holds at most 50 keys.', name)
  return Object.fromEntries(
    pairs.map(([key, value]) => {
      if (key.length > 40) throw badRequest(null, 'Metadata keys have at most 40 characters.', name)
      return [key, text(500)(value, `${name}[${key}]`)]
    }),
  )
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (given, name) => (given === undefined || given === '' ? undefined : reader(given, name))
}

export function list<T>(reader: Reader<T>, max = 100): Reader<T[]> {
  return (given, name) => {
    if (given === undefined || given === '') return []
    if (typeof given === 'string') throw badRequest(null, `Invalid array: ${name}`, name)
    const items = Object.entries(given)
    if (items.some(([key]) => !/^\d{1,4}$/.test(key))) throw badRequest(null, `Invalid array: ${name}`, name)
    if (items.length > max) throw badRequest(null, `${name} takes at most ${max}.`, name)
    return items
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([key, item]) => reader(item, `${name}[${key}]`))
  }
}

/** Any other field is refused, so that what this sandbox cannot do is never ignored. */
export function fields<F extends Fields>(readers: F): Reader<Values<F>> {
  return (given, name) => {
    if (typeof given === 'string') throw badRequest(null, `Invalid hash: ${name}`, name)
    const named = (key: string) => (name ? `${name}[${key}]` : key)
    const branch: FormBranch = given ?? {}
    for (const key of Object.keys(branch)) {
      if (!Object.hasOwn(readers, key)) {
        throw badRequest('parameter_unknown', `Received unknown parameter: ${named(key)}`, named(key))
      }
    }
    const read = Object.entries(readers).map(([key, reader]) => [key, reader(branch[key], named(key))])
    return Object.fromEntries(read) as Values<F>
  }
}

function leaf(given: FormValue | undefined, name: string): string {
  if (given === undefined) throw badRequest('parameter_missing', `Missing required param: ${name}.`, name)
  if (typeof given !== 'string') throw badRequest(null, `Invalid string: ${name}`, name)
  return given
}

/** `a[0][b]=x` is `{ a: { 0: { b: 'x' } } }`. */
type FormValue = string | FormBranch
type FormBranch = { [name: string]: FormValue }

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
