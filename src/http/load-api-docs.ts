import { pageTags } from '../domain/page-tags.ts'
import type { DocumentedCall } from '../features/api-docs/api-docs-page.tsx'
import type { Loader } from '../page-loader.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
type Operation = {
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** The readable page of the OpenAPI document. */
export const loadApiDocs: Loader<DocumentedCall[]> = async ({ services }) => {
  const [{ endpoints }, { openApiDocument }] = await Promise.all([import('./endpoints.ts'), import('./openapi.ts')])
  const document = openApiDocument(endpoints, services.brand, services.env.publicUrl)
  const data = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description,
        fields: [
          ...operation.parameters.map((parameter) => ({
            place: parameter.in,
            name: parameter.name,
            shape: shapeOf(parameter.schema),
            required: parameter.required,
          })),
          ...bodyFields(operation.requestBody?.content['application/json'].schema),
        ],
      })),
  )
  return { kind: 'page', data, tags: [pageTags.fixed] }
}

function bodyFields(schema: Schema | undefined, prefix = ''): DocumentedCall['fields'] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => [
    { place: 'body', name: prefix + name, shape: shapeOf(field), required: schema?.required?.includes(name) ?? false },
    ...bodyFields(field, `${prefix}${name}.`),
  ])
}

function shapeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(shapeOf).join(' or ')
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.items) return `list of ${shapeOf(schema.items)}`
  const bounds = [
    schema.maxLength ? `up to ${schema.maxLength} characters` : '',
    schema.minimum !== undefined ? `from ${schema.minimum}` : '',
    schema.maximum !== undefined ? `to ${schema.maximum}` : '',
    schema.format ?? '',
  ].filter(Boolean)
  return [[schema.type ?? 'any'].flat().join(' or '), ...bounds].join(', ')
}
