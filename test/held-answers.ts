import { appendFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { defaultBrand } from '#brand.ts'

// Every answer that a site gives in a test to a call of the OpenAPI document is held against that document: its status, its
// content type, its headers, and its body to the last field. So is the request, where it succeeds. Whoever asks (`fetch`, a browser,
// the payment sandbox) need not know.

type Schema = Record<string, unknown>
type Content = Record<string, { schema?: Schema }>
type DocumentedAnswer = { headers: Set<string>; content: Content | undefined }
type Call = {
  /** As a person would name it: `POST /api/contact`. */
  name: string
  id: string
  pattern: RegExp
  parameters: Schema
  takes: Schema | undefined
  answers: Map<number, DocumentedAnswer>
}
type Checks = {
  find: (method: string, path: string) => Call | undefined
  /** What is wrong with a value; null for nothing. */
  problemOf: (schema: Schema, value: unknown, how: 'answer' | 'request') => string | null
  calls: Call[]
}

/** Headers that need no word of the document: those of HTTP itself, of security, and for support. */
const commonHeaders = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'date',
  'permissions-policy',
  // Of calls that are open to scripts of other sites (src/http/api.ts).
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  // For a CDN, which takes them off (src/http/edge-headers.ts).
  'surrogate-control',
  'surrogate-key',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
  'x-robots-tag',
])
const found: string[] = []
const seen = new Set<string>()
let checks: Promise<Checks> | undefined

/**
 * From now on every site of this process is held to the document. A site listens on all addresses, as nothing else does that a test
 * starts: what receives webhooks in its place answers as it likes.
 */
export function holdAnswers(): void {
  const { serve } = Bun
  Bun.serve = ((options: Bun.Serve.Options<unknown>) => {
    const { fetch } = options as { fetch?: (...given: unknown[]) => Response | Promise<Response> }
    if (!fetch || (options as { hostname?: string }).hostname !== '0.0.0.0') return serve(options)
    return serve({
      ...options,
      fetch(this: unknown, request: Request, ...more: unknown[]) {
        const answer = () => fetch.call(this, request, ...more)
        return request.url.includes('/api/') && URL.canParse(request.url) ? held(request, answer) : answer()
      },
    } as Bun.Serve.Options<unknown>)
  }) as typeof Bun.serve
}

/** What did not fit the document since the last time that this was asked, one sentence for each. */
export function takeUnfit(): string[] {
  return [...new Set(found.splice(0))]
}

/** Every answer of ours that the document declares, as `operationId status`. (What has no content is not ours, but for a 304.) */
async function declaredAnswers(): Promise<string[]> {
  checks ??= loadChecks()
  return (await checks).calls.flatMap(({ id, answers }) =>
    [...answers].flatMap(([status, { content }]) => (content || status === 304 ? [`${id} ${status}`] : [])),
  )
}

/** The declared answers that no test has met, by the file of ANSWERS_SEEN. (Failures of ours are not made on purpose for each call.) */
export async function neverMet(file: string): Promise<string[]> {
  const met = new Set((await Bun.file(file).text()).split('\n'))
  return (await declaredAnswers()).filter((line) => !met.has(line) && !/ 5\d\d$/.test(line))
}

async function held(request: Request, answer: () => Response | Promise<Response>): Promise<Response> {
  checks ??= loadChecks()
  const { find, problemOf } = await checks
  const { pathname, searchParams } = new URL(request.url)
  const call = find(request.method, pathname)
  if (!call) return await answer()
  // Of a body that nobody has read the rest may never come.
  const sent = call.takes && bodyOf(request.clone()).catch(() => undefined)
  const response = await answer()
  const { status } = response
  const asked = `${call.name} answered ${status}`
  const documented = call.answers.get(status)
  note(call.id, status)
  if (!documented) {
    found.push(`${asked}, which the OpenAPI document does not declare.`)
    return response
  }
  for (const name of response.headers.keys()) {
    if (!commonHeaders.has(name) && !documented.headers.has(name))
      found.push(`${asked} with a ${name} header, which the OpenAPI document does not declare.`)
  }
  if (documented.content) {
    const contentType = (response.headers.get('content-type') ?? '').split(';')[0]!
    const content = documented.content[contentType] ?? documented.content['*/*']
    if (!content) found.push(`${asked} as ${contentType || 'nothing'}, which the OpenAPI document does not declare.`)
    const problem = content?.schema && problemOf(content.schema, await bodyOf(response.clone()), 'answer')
    if (problem) found.push(`${asked} with a body that is not as the OpenAPI document declares it: ${problem}.`)
  }
  if (response.ok) {
    const problem =
      problemOf(call.parameters, Object.fromEntries(searchParams), 'request') ??
      (call.takes ? problemOf(call.takes, await sent, 'request') : null)
    if (problem) found.push(`${asked} to a request that is not as the OpenAPI document declares it: ${problem}.`)
  }
  return response
}

/** Where ANSWERS_SEEN names a file, it gets a line for each new kind of answer: the whole run adds them up. */
function note(id: string, status: number): void {
  const line = `${id} ${status}`
  if (seen.has(line)) return
  seen.add(line)
  const file = process.env.ANSWERS_SEEN
  if (file) appendFileSync(file, `${line}\n`)
}

async function bodyOf(message: Request | Response): Promise<unknown> {
  const bytes = await message.bytes()
  const encoding = message.headers.get('content-encoding')
  const plain =
    encoding === 'br'
      ? brotliDecompressSync(bytes)
      : encoding === 'gzip'
        ? gunzipSync(bytes)
        : encoding === 'zstd'
          ? Bun.zstdDecompressSync(bytes)
          : bytes
  try {
    return JSON.parse(new TextDecoder().decode(plain))
  } catch {
    return undefined
  }
}

async function loadChecks(): Promise<Checks> {
  const [{ Ajv2020 }, { default: addFormats }, { openApiDocument }, { areas }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    import('#http/openapi.ts'),
    import('#http/endpoints.ts'),
  ])
  const document = openApiDocument(areas, defaultBrand, 'http://localhost')
  const { components } = document as unknown as { components: Record<string, Record<string, Schema>> }
  // Formats and shapes of answers are exact; a parameter is a text that may stand for a number.
  const kinds = {
    answer: addFormats.default(new Ajv2020({ strict: false, allErrors: true })),
    request: addFormats.default(new Ajv2020({ strict: false, coerceTypes: true })),
  }
  const compiled = new Map<Schema, ValidateFunction>()
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(path, method, operation as Schema)),
  )
  // `/api/companies/lookup` before `/api/companies/{number}`.
  const byPreciseness = calls.toSorted((one, other) => one.name.split('{').length - other.name.split('{').length)
  return {
    calls,
    find: (method, path) =>
      byPreciseness.find(({ name, pattern }) => name.startsWith(`${method} `) && pattern.test(path)),
    problemOf: (schema, value, how) => {
      const check = compiled.get(schema) ?? kinds[how].compile({ ...schema, components: exactComponents(components) })
      compiled.set(schema, check)
      return check(value) ? null : (check.errors ?? []).map(wordsOf).join('; ')
    },
  }

  function callOf(path: string, method: string, operation: Schema): Call {
    const { operationId, parameters, requestBody, responses } = operation as {
      operationId: string
      parameters: { name: string; in: string; required: boolean; schema: Schema }[]
      requestBody?: { content: Content }
      responses: Record<string, Schema>
    }
    const query = parameters.filter((parameter) => parameter.in === 'query')
    return {
      name: `${method.toUpperCase()} ${path}`,
      id: operationId,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      parameters: {
        type: 'object',
        properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        required: query.filter(({ required }) => required).map(({ name }) => name),
      },
      takes: requestBody?.content['application/json']?.schema,
      answers: new Map(Object.entries(responses).map(([status, response]) => [Number(status), answerOf(response)])),
    }
  }

  function answerOf(response: Schema): DocumentedAnswer {
    const name = (response.$ref as string | undefined)?.split('/').at(-1)
    const { headers = {}, content } = (name ? components.responses![name]! : response) as {
      headers?: Schema
      content?: Content
    }
    return {
      headers: new Set(Object.keys(headers).map((name) => name.toLowerCase())),
      content:
        content &&
        Object.fromEntries(
          Object.entries(content).map(([type, { schema }]) => [
            type,
            schema ? { schema: exact(schema) as Schema } : {},
          ]),
        ),
    }
  }
}

/**
 * The same schema, by which a field that it does not name is wrong. (The document leaves that open: fields may be added, and then a
 * test says that they are not declared yet.)
 */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Schema
  if (schema.allOf) return { ...schema, unevaluatedProperties: false }
  const inner = Object.fromEntries(Object.entries(schema).map(([key, entry]) => [key, exact(entry)]))
  return schema.type === 'object' && schema.properties ? { additionalProperties: false, ...inner } : inner
}

/** A failure's schema stands in an `allOf`, whose whole says which fields there are; what is inside of its fields is exact. */
function exactComponents({ schemas }: Record<string, Record<string, Schema>>): Schema {
  const { Failure } = schemas!
  return { schemas: { Failure: { ...Failure, properties: exact(Failure!.properties) } } }
}

function wordsOf({ instancePath, message, params }: ErrorObject): string {
  const named = params.additionalProperty ?? params.unevaluatedProperty
  return `${instancePath || 'the whole'} ${message}${named ? ` (${named})` : ''}`
}
