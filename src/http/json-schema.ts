import type { Type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import type { RoutedCall } from './endpoints.ts'

export type Schema = Record<string, unknown>

type Parameter = { name: string; in: string; required: boolean; schema: Schema }

export function pathParameters({ path, params }: RoutedCall): Parameter[] {
  const schema = params && (parameterSchema(params) as { properties?: Record<string, Schema> })
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: schema?.properties?.[name!] ?? { type: 'string' },
  }))
}

export function queryParameters(query: Type | undefined): Parameter[] {
  if (!query) return []
  const schema = parameterSchema(query) as { properties?: Record<string, Schema>; required?: string[] }
  return Object.entries(schema.properties ?? {}).map(([name, shape]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: shape,
  }))
}

/** Rules and transformations exist only in code: their base is described. */
export function jsonSchema(schema: Type): Schema {
  return tidy(schema.toJsonSchema({ dialect: null, fallback: ({ base }) => base })) as Schema
}

function parameterSchema(schema: Type): Schema {
  const fallback = ({ base, ...more }: { base: object; out?: object | null }) => {
    const out = more.out as { type?: string } | null | undefined
    if (out?.type !== 'integer' && out?.type !== 'number') return base
    return 'default' in base ? { ...out, default: base.default } : out
  }
  return tidy(schema.toJsonSchema({ dialect: null, fallback })) as Schema
}

const uuid = { type: 'string', format: 'uuid' }

const ours = new Set(['exact', 'missing', 'sentence'])

/** Without our sentences and the honeypot. JSON Schema cannot say that unnamed fields are dropped: it would read as refused. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, entry]) =>
      key !== honeypotName &&
      (typeof entry === 'object' || !ours.has(key)) &&
      !(key === 'additionalProperties' && entry === false),
  )
  const { anyOf, ...result } = Object.fromEntries(entries.map(([key, entry]) => [key, tidy(entry)]))
  if (result.format === 'uuid') return uuid
  if (!Array.isArray(anyOf)) return result
  const choices = anyOf as { const?: unknown; format?: string }[]
  if (choices.every((choice) => 'const' in choice)) {
    return { type: typeof choices[0]!.const, enum: choices.map((choice) => choice.const), ...result }
  }
  const others = choices.filter((choice) => choice.format !== 'uuid')
  if (others.length === choices.length) return { anyOf: choices, ...result }
  return others.length > 0 ? { anyOf: [uuid, ...others], ...result } : uuid
}
