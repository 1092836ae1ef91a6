import type { Type } from 'arktype'
import type { Brand } from '../brand.ts'
import type { Endpoint } from '../endpoint.ts'

const failureSchema = {
  type: 'object',
  required: ['error', 'kind', 'reference'],
  properties: {
    error: { type: 'string', description: 'One sentence for the person.' },
    kind: { type: 'string' },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    reference: { type: 'string', description: 'Finds the request in the log.' },
  },
}

const permissionWords: Partial<Record<Endpoint['permission'], string>> = {
  anyone: 'Anyone.',
  owner: 'The browser that created it (signed cookie), or a signed-in admin.',
  signature: 'The payment provider, proven by its signature.',
}

/** The OpenAPI 3.1 document of the whole API, from the same schemas that check the calls. */
export function openApiDocument(endpoints: Endpoint[], brand: Brand, publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Failure: failureSchema } },
  }
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  const pathParameters = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    summary: endpoint.summary,
    description: [
      endpoint.description,
      `Who may call it: ${permissionWords[endpoint.permission] ?? `A signed-in admin whose role includes the duty “${endpoint.permission}”.`}`,
    ]
      .filter(Boolean)
      .join(' '),
    parameters: [...pathParameters, ...queryParameters(endpoint.query)],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body) } } } }
      : {}),
    responses: {
      200: {
        description: 'The answer.',
        ...(endpoint.answers ? { content: { 'application/json': { schema: jsonSchema(endpoint.answers) } } } : {}),
      },
      default: {
        description: 'A failure.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function queryParameters(query: Type | undefined): Record<string, unknown>[] {
  if (!query) return []
  const schema = jsonSchema(query) as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(schema.properties ?? {}).map(([name, shape]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: shape,
  }))
}

/** JSON Schema of what goes in; what only code can check (a rule, a transformation) is left to its base. */
function jsonSchema(schema: Type): Record<string, unknown> {
  const { $schema: _, ...rest } = schema.in.toJsonSchema({
    dialect: null,
    fallback: (context) => context.base,
  }) as Record<string, unknown>
  return tidy(rest) as Record<string, unknown>
}

/** Our own sentences stay out of the document, and arktype's three kinds of UUID are one format. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, entry]) => typeof entry === 'object' || !['missing', 'sentence'].includes(key),
  )
  const result = Object.fromEntries(entries.map(([key, entry]) => [key, tidy(entry)]))
  const choices = result.anyOf as { format?: string }[] | undefined
  if (choices?.some((choice) => choice.format === 'uuid')) {
    const others = choices.filter((choice) => choice.format !== 'uuid')
    const uuid = { type: 'string', format: 'uuid' }
    return others.length > 0 ? { anyOf: [uuid, ...others] } : uuid
  }
  return result
}
