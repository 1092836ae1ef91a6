import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type } from 'arktype'
import { defaultBrand } from '#brand.ts'
import { answer, read } from '#requests/command.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { type FailureKind, statusOfFailure } from '#wire/failure.ts'
import { areas, endpoints } from './endpoints.ts'
import { openApiDocument, refusedWith } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean; schema: Record<string, unknown> }
type Operation = {
  operationId: string
  tags: string[]
  parameters: Parameter[]
  security: Record<string, string[]>[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Record<string, unknown>> } }> }
  responses: Record<string, { headers?: object; content?: Record<string, { schema?: Record<string, unknown> }> }>
}

const document = openApiDocument(areas, defaultBrand, 'https://beaa.example')
const paths = document.paths as unknown as Record<string, Record<string, Operation>>
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
const parameter = (path: string, name: string) =>
  paths[path]!.get!.parameters.find((candidate) => candidate.name === name)!.schema
const fieldsOf = (path: string) => paths[path]!.post!.requestBody!.content['application/json']!.schema.properties!

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
})

test('every call stands in it under a name of its own, in an area', () => {
  expect(operations).toHaveLength(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  expect([...new Set(operations.flatMap(({ tags }) => tags))]).toEqual(document.tags.map(({ name }) => name))
})

describe('parameters and fields', () => {
  test('have bounds and formats', () => {
    for (const path of ['/api/events', '/api/listings', '/api/national-events']) {
      expect(parameter(path, 'limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 100 })
    }
    expect(parameter('/api/organisations/{id}', 'id')).toEqual({ type: 'string', format: 'uuid' })
    expect(parameter('/api/assessment-times', 'date')).toMatchObject({ type: 'string', format: 'date' })
    expect(fieldsOf('/api/contact').email).toEqual({ type: 'string', format: 'email', maxLength: 254 })
  })

  test('do not show the one that no person fills in, nor our own sentences', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain(honeypotName)
    expect(text).not.toMatch(/"(?:sentence|missing)":/)
  })
})

describe('answers', () => {
  test('have the status that is answered', () => {
    expect(Object.keys(paths['/api/organisations']!.post!.responses)).toContain('201')
    expect(Object.keys(paths['/api/quickapply-lead']!.post!.responses)).not.toContain('200')
  })

  test('are JSON of a shape, or files of a content type', () => {
    const file = paths['/api/certificates/{file}']!.get!.responses[200]!
    expect(file.content).toEqual({ 'application/pdf': {} })
    for (const { operationId, responses } of operations) {
      const json = Object.entries(responses).flatMap(([status, { content }]) =>
        content?.['application/json']?.schema ? [Number(status)] : [],
      )
      const files = Object.keys(responses[200]?.content ?? {}).filter((type) => type !== 'application/json')
      const download = operationId === 'exportPerson'
      expect([operationId, json.some((status) => status < 300) || files.length > 0 || download]).toEqual([
        operationId,
        true,
      ])
    }
  })
})

test('each failure that a call declares is in it, and no other but those that refuse a call before it runs', () => {
  const shared: Record<string, Record<string, unknown>> = document.components.responses
  for (const endpoint of endpoints) {
    const { responses } = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!
    const statuses = Object.keys(responses).filter((status) => Number(status) >= 400)
    const own = Object.keys(endpoint.failures).map((kind) => String(statusOfFailure[kind as FailureKind]))
    expect({ call: endpoint.id, missing: own.filter((status) => !statuses.includes(status)) }).toEqual({
      call: endpoint.id,
      missing: [],
    })
    const before = refusedWith(endpoint).map((kind) => String(statusOfFailure[kind]))
    const raw = endpoint.rawBody && !endpoint.rawBody.max ? ['413'] : []
    expect({ call: endpoint.id, statuses }).toEqual({
      call: endpoint.id,
      statuses: [...new Set([...own, ...before, ...raw])].sort(),
    })
    // A refusal that all calls share is told once; the call's own words come first where it has both.
    for (const [kind, words] of Object.entries(endpoint.failures)) {
      const status = String(statusOfFailure[kind as FailureKind])
      const { description } = responses[status] as unknown as { description: string }
      const also = before.includes(status) ? ` ${shared[kind]!.description}` : ''
      expect(description).toBe((typeof words === 'string' ? words : words.when) + also)
    }
  }
})

test('it names the licence of what it answers', () => {
  expect(document.info.license).toEqual({ name: defaultBrand.dataLicence, url: defaultBrand.dataLicenceUrl })
})

test('who may call is said as a security scheme', () => {
  const schemes = document.components.securitySchemes
  expect(schemes.adminSession.name).toBe('__Host-admin')
  for (const { security } of operations) {
    for (const name of security.flatMap(Object.keys)) expect(Object.keys(schemes)).toContain(name)
  }
  expect(paths['/api/stripe/webhook']!.post!.security).toEqual([{ stripeSignature: [] }])
  expect(paths['/api/admin/approve']!.post!.security).toEqual([{ adminSession: [] }])
  expect(paths['/api/book-assessment']!.post!.security).toEqual([{ ownershipCookie: [] }, { adminSession: [] }])
  expect(paths['/api/events']!.get!.security).toEqual([])
})

test('a call cannot be declared without its answers and failures, nor answer a success that it does not declare', () => {
  const call = { permission: 'anyone', summary: '' } as const
  const answers = { 201: type({ id: 'string' }) }
  // @ts-expect-error It does not say what it answers.
  read({ ...call, failures: {}, run: async () => answer({}) })
  // @ts-expect-error It does not say how it fails.
  read({ ...call, answers, run: async () => answer({}, { status: 201 }) })
  // @ts-expect-error It answers 200, which it does not declare.
  read({ ...call, answers, failures: {}, run: async () => answer({}) })
  expect(read({ ...call, answers, failures: {}, run: async () => answer({}, { status: 201 }) }).answers).toBe(answers)
})
