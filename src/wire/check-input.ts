import { type Type, type } from 'arktype'
import { readableText } from './clean-text.ts'
import { type Failure, failure } from './failure.ts'
import { fieldFailures } from './field-failures.ts'

/** Without a schema nothing is accepted. Texts are made readable first, except `exact` fields. All problems are said at once. */
export function checkInput(schema: Type | undefined, value: unknown): { input: unknown } | Failure {
  if (!schema) return { input: {} }
  const given = readable(value, exactFields(schema))
  const input = schema(given)
  const fields = input instanceof type.errors ? fieldFailures(input, schema) : []
  const names = new Set(fields.map(({ field }) => field))
  const ofWhole = schema.meta.problems?.(given) ?? []
  fields.push(...ofWhole.filter(({ field }) => !names.has(field)))
  if (fields.length === 0) return { input }
  return failure('invalid', 'Some of the information is missing or not valid.', { fields })
}

function readable(value: unknown, exact: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return readableText(value)
  if (Array.isArray(value)) return value.map((item) => readable(item, nothing))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, exact.has(name) ? item : readable(item, nothing)]),
  )
}

const nothing: ReadonlySet<string> = new Set()

function exactFields(schema: Type): ReadonlySet<string> {
  const { props = [] } = schema.in as Type & Partial<Properties>
  return new Set(props.filter(({ value }) => value.meta.exact).map(({ key }) => String(key)))
}

const kinds = { boolean: type('boolean'), number: type('number'), list: type('unknown[]') }
type Properties = { props: { key: PropertyKey; value: Type }[] }

/** A box is ticked or not, an empty number is left out, a list is one field with commas. */
export function inputOfForm(schema: Type, form: Record<string, string>): Record<string, unknown> {
  const input: Record<string, unknown> = { ...form }
  for (const { key, value } of (schema.in as Type & Properties).props) {
    const name = String(key)
    const text = form[name]
    if (value.extends(kinds.boolean)) input[name] = text !== undefined && /^(on|yes|true|1)$/.test(text)
    else if (text === undefined) continue
    else if (value.extends(kinds.list)) input[name] = text.split(',').filter(Boolean)
    else if (value.extends(kinds.number)) {
      if (text.trim() === '') delete input[name]
      else input[name] = Number(text)
    }
  }
  return input
}
