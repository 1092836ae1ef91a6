import { pageTags } from '#domain/page-tags.ts'
import type { ApiDocs, DocumentedCall } from '#features/site/api-docs/api-docs-page.tsx'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import { type FailureKind, statusOfFailure } from '#wire/failure.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Schema[]
  items?: Schema
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
type Content = Record<string, { schema?: Schema }>
type Answer = { $ref?: string; description: string; headers?: object; content?: Content }
type Operation = {
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}

/** The readable page of the OpenAPI document. */
const loadApiDocs: KeptLoader<ApiDocs> = async ({ services }) => {
  const [{ areas }, { openApiDocument }, { refusals }] = await Promise.all([
    import('./endpoints.ts'),
    import('./openapi.ts'),
    import('./openapi-components.ts'),
  ])
  const document = openApiDocument(areas, services.brand, services.env.publicUrl)
  const calls = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ area: operation.tags[0], method, path, operation })),
  )
  const data: ApiDocs = {
    areas: Object.keys(areas).map((name) => ({
      name,
      calls: calls
        .filter(({ area }) => area === name)
        .map(({ method, path, operation }) => call(method, path, operation)),
    })),
    refusals: Object.entries(refusals).map(([kind, when]) => ({
      status: statusOfFailure[kind as FailureKind],
      kind,
      when,
    })),
  }
  return { kind: 'page', data, tags: [pageTags.fixed] }
}

function call(method: string, path: string, operation: Operation): DocumentedCall {
  const { summary, description, parameters, requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, answer]) => ({ status: Number(status), answer }))
  return {
    method: method.toUpperCase(),
    path,
    summary,
    description,
    fields: [
      ...parameters.map((parameter) => ({
        place: parameter.in,
        name: parameter.name,
        shape: shapeOf(parameter.schema),
        required: parameter.required,
      })),
      ...bodyFields(Object.values(requestBody?.content ?? {})[0]?.schema),
    ],
    answers: answers
      .filter(({ answer }) => !answer.$ref)
      .map(({ status, answer }) => ({ status, words: answer.description, holds: status < 300 ? holds(answer) : '' })),
    refused: answers.filter(({ answer }) => answer.$ref).map(({ status }) => status),
  }
}

/** What a success carries: the fields of its JSON or the type of its file, and its headers. */
function holds({ content = {}, headers = {} }: Answer): string {
  const [contentType, { schema } = {}] = Object.entries(content)[0] ?? []
  const parts = schema ? [shapeOf(schema)] : [`a file, ${contentType === '*/*' ? 'of any type' : contentType}`]
  if (Object.keys(headers).length > 0) parts.push(`headers ${Object.keys(headers).join(', ')}`)
  return parts.join('; ')
}

function bodyFields(schema: Schema | undefined, prefix = ''): DocumentedCall['fields'] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => [
    { place: 'body', name: prefix + name, shape: shapeOf(field), required: schema?.required?.includes(name) ?? false },
    ...bodyFields(field, `${prefix}${name}.`),
  ])
}

function shapeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(shapeOf))].join(' or ')
  if (schema.enum) return schema.enum.map((choice) => (choice === '' ? 'empty' : String(choice))).join(', ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.items) return `list of ${shapeOf(schema.items)}`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const bounds = [
    schema.maxLength ? `up to ${schema.maxLength} characters` : '',
    schema.minimum !== undefined ? `from ${schema.minimum}` : '',
    schema.maximum !== undefined ? `to ${schema.maximum}` : '',
    schema.format ?? '',
    typeof schema.default === 'number' ? `${schema.default} when left out` : '',
  ].filter(Boolean)
  return [[schema.type ?? 'any'].flat().join(' or '), ...bounds].join(', ')
}

export const apiDocs = keptHandler({ load: loadApiDocs })
