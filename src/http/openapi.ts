import type { Brand } from '#brand.ts'
import { type FailureKind, statusOfFailure } from '#wire/failure.ts'
import type { RoutedCall } from './endpoints.ts'
import {
  failureSchema,
  headers,
  jsonSchema,
  pathParameters,
  queryParameters,
  refusals,
  type Schema,
  securitySchemes,
} from './openapi-components.ts'
import { rawBodyLimit } from './read-body.ts'

const refTo = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const retried = new Set<FailureKind>(['too-many', 'unavailable'])

export function openApiDocument(areas: Record<string, RoutedCall[]>, brand: Brand, publicUrl: string) {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = { tags: [area], ...operation(endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version: '1',
      license: { name: brand.dataLicence, url: brand.dataLicenceUrl },
      description:
        'A call that changes something has to come from this site (`Sec-Fetch-Site` or `Origin`) or from a program without cookies. ' +
        'A known address called with another method answers 405 with `Allow`.',
    },
    servers: [{ url: publicUrl }],
    tags: Object.keys(areas).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: failureSchema },
      headers,
      responses: {
        ...Object.fromEntries(
          Object.entries(refusals).map(([kind, when]) => [kind, failureResponse(kind as FailureKind, when)]),
        ),
        'too-large-raw': failureResponse('too-large', `The body is larger than ${rawBodyLimit / 1024} KB.`),
      },
      securitySchemes: securitySchemes(publicUrl),
    },
  }
}

function operation(endpoint: RoutedCall): Schema {
  const { schema, rawBody, bytes } = endpoint
  const takes = rawBody ?? (schema && { contentType: 'application/json', holds: schema })
  const content = takes
    ? { [takes.contentType]: { schema: jsonSchema(takes.holds) } }
    : bytes && { 'application/octet-stream': {} }
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: [endpoint.description, `Who may call it: ${callers(endpoint)}`].filter(Boolean).join(' '),
    security: security(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint.query)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: { ...successes(endpoint), ...failures(endpoint) },
  }
}

function callers({ id, permission, cookie }: RoutedCall): string {
  if (permission === 'anyone') return 'anyone.'
  if (permission === 'signature')
    return isStripes(id) ? 'the payment provider, known by its signature.' : 'the mail provider, known by its secret.'
  if (cookie === 'draft') return 'the browser whose signed cookie names the application.'
  if (permission === 'owner' && cookie === 'mine') return 'the browser that created it (signed cookie).'
  if (permission === 'owner') return 'the browser that created it (signed cookie), or a signed-in admin.'
  return `a signed-in admin whose role includes the permission “${permission}”.`
}

function isStripes(id: string): boolean {
  return id === 'receiveStripeEvent'
}

/** One of these must be sent; `{}` is none. */
function security({ id, permission, cookie, headers = [] }: RoutedCall): Record<string, string[]>[] {
  if (permission === 'signature') return [isStripes(id) ? { stripeSignature: [] } : { mailProvider: [] }]
  // They also answer without the cookie: there is no draft then.
  if (cookie === 'draft') return [{ draftCookie: [] }, {}]
  if (headers.includes('RateLimit')) return [{ apiKey: [] }, {}]
  const owned = [{ ownershipCookie: [] }, { adminSession: [] }]
  if (permission === 'owner') return cookie === 'mine' ? owned.slice(0, 1) : owned
  if (permission === 'anyone') return cookie === 'mine' ? [...owned, {}] : []
  return [{ adminSession: [] }]
}

function successes({ answers, headers: named = [] }: RoutedCall): Record<string, Schema> {
  const found: Record<string, Schema> = {}
  for (const [status, success] of Object.entries(answers)) {
    const before = status === '200' && 201 in answers
    found[status] = {
      description: status === '201' ? 'Made.' : before ? 'It already existed.' : 'Done.',
      ...(named.length > 0 ? { headers: Object.fromEntries(named.map((name) => [name, refTo(name)])) } : {}),
      content: 'file' in success ? { [success.file]: {} } : { 'application/json': { schema: jsonSchema(success) } },
    }
  }
  if (named.includes('ETag')) {
    const { headers } = found[200]!
    found['304'] = { description: 'Not changed since the answer with that ETag.', headers }
  }
  return found
}

function failures(endpoint: RoutedCall): Record<string, Schema> {
  const found: Record<string, Schema> = {}
  const refused = refusedWith(endpoint)
  for (const kind of refused) found[statusOfFailure[kind]] = { $ref: `#/components/responses/${kind}` }
  if (endpoint.limit?.when) found[statusOfFailure['too-many']] = failureResponse('too-many', endpoint.limit.when)
  if (endpoint.rawBody && !endpoint.rawBody.max)
    found[statusOfFailure['too-large']] = { $ref: '#/components/responses/too-large-raw' }
  for (const [name, words] of Object.entries(endpoint.failures)) {
    const kind = name as FailureKind
    const before = refused.includes(kind) ? ` ${refusals[kind]}` : ''
    const { when, details } = typeof words === 'string' ? { when: words } : words
    const { required, ...optional } = details ? jsonSchema(details) : {}
    // A refusal before the call runs has no details.
    const more = before || !required ? optional : { required, ...optional }
    const named: (keyof typeof headers)[] = (endpoint.headers ?? []).filter((name) => name.startsWith('RateLimit'))
    if (kind === 'unauthenticated') named.push('WWW-Authenticate')
    found[statusOfFailure[kind]] = failureResponse(kind, when + before, details && more, named)
  }
  return found
}

/** What refuses a call before it runs. */
export function refusedWith(endpoint: RoutedCall): FailureKind[] {
  const { method, permission, isOpen, params, query, schema, rawBody, limit } = endpoint
  const isForAdmins = !['anyone', 'owner', 'signature'].includes(permission)
  const takesBody = Boolean(schema ?? rawBody)
  const kinds: Partial<Record<FailureKind, boolean>> = {
    malformed: takesBody,
    unauthenticated: isForAdmins,
    // Every role includes `admin`.
    forbidden: (isForAdmins && permission !== 'admin') || (method !== 'GET' && permission !== 'signature' && !isOpen),
    'not-found': Boolean(params),
    'too-large': Boolean(schema),
    unsupported: takesBody,
    invalid: Boolean(schema) || queryParameters(query).some(canBeWrong),
    // Public searches have a limit of their own (limit-reads.ts).
    'too-many': Boolean(limit) || (permission === 'anyone' && queryParameters(query).some(({ name }) => name === 'q')),
    internal: true,
    unavailable: true,
  }
  return (Object.keys(kinds) as FailureKind[]).filter((kind) => kinds[kind])
}

function canBeWrong({ required, schema }: { required: boolean; schema: Schema }): boolean {
  return required || Object.keys(schema).some((key) => !['type', 'default', 'description'].includes(key))
}

function failureResponse(kind: FailureKind, when: string, details?: Schema, named: (keyof typeof headers)[] = []) {
  const kindOf = { properties: { kind: { const: kind } } }
  const all = retried.has(kind) ? [...named, 'Retry-After' as const] : named
  return {
    description: when,
    ...(all.length > 0 ? { headers: Object.fromEntries(all.map((name) => [name, refTo(name)])) } : {}),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, kindOf, ...(details ? [details] : [])] },
      },
    },
  }
}
