import { pageTags } from '#domain/page-tags.ts'
import { page } from '#page/page.ts'
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
type Field = { place: string; name: string; shape: string; required: boolean }
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

export const apiDocs = page('apiDocs', {
  tags: [pageTags.fixed],
  load: async ({ services }) => {
    const { paths, areas, refusals } = await services.describeApi()
    const calls = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ area: operation.tags[0], method, path, operation })),
    )
    return {
      areas: areas.map((name) => ({
        name,
        calls: calls
          .filter(({ area }) => area === name)
          .map(({ method, path, operation }) => call(method, path, operation)),
      })),
      /** Where a call says nothing else. */
      refusals: Object.entries(refusals).map(([kind, when]) => ({
        status: statusOfFailure[kind as FailureKind],
        kind,
        when,
      })),
    }
  },
})

function call(method: string, path: string, operation: Operation) {
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
    /** Its successes, and the failures that it has words of its own for. */
    answers: answers
      .filter(({ answer }) => !answer.$ref)
      .map(({ status, answer }) => ({ status, words: answer.description, holds: status < 300 ? holds(answer) : '' })),
    /** Failures that are the same for every call. */
    refused: answers.filter(({ answer }) => answer.$ref).map(({ status }) => status),
  }
}

function holds({ content = {}, headers = {} }: Answer): string {
  const [contentType, { schema } = {}] = Object.entries(content)[0] ?? []
  const parts = schema ? [shapeOf(schema)] : [`a file, ${contentType === '*/*' ? 'of any type' : contentType}`]
  if (Object.keys(headers).length > 0) parts.push(`headers ${Object.keys(headers).join(', ')}`)
  return parts.join('; ')
}

function bodyFields(schema: Schema | undefined, prefix = ''): Field[] {
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
