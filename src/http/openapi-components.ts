import type { Type } from 'arktype'
import { cookieName } from '#providers/auth/cookies.ts'
import type { AnswerHeader } from '#requests/command.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { type FailureKind, statusOfFailure } from '#wire/failure.ts'
import type { RoutedCall } from './endpoints.ts'
import { bodyLimit } from './read-body.ts'

export const failureSchema = {
  type: 'object',
  required: ['error', 'kind', 'reference'],
  properties: {
    error: { type: 'string', description: 'One sentence for the person.' },
    kind: { type: 'string', enum: Object.keys(statusOfFailure) },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Dotted path, for example `eventDraft.title`.' },
          message: { type: 'string' },
        },
      },
    },
    reference: { type: 'string', description: 'Finds the request in the log.' },
  },
}

export const refusals: Record<FailureKind, string> = {
  malformed: 'We cannot read the body.',
  unauthenticated: 'No one is signed in.',
  forbidden: 'The call was not made from this site, or the role of the admin does not include it.',
  'not-found': 'Nothing was found with this id.',
  'wrong-method': 'This method cannot be used with this address. The header Allow lists those that can.',
  conflict: 'It conflicts with what is stored.',
  'too-large': `The body is larger than ${bodyLimit / 1024} KB.`,
  unsupported: 'The content type of the body is not supported, or the body is compressed.',
  invalid: 'A parameter or field is missing or not valid: fields lists them.',
  'too-many': 'You have tried too many times.',
  unavailable: 'We cannot reach our records at the moment. Nothing was saved.',
  internal: 'Something went wrong on our side.',
}

export const headers: Record<AnswerHeader | 'Retry-After', Schema> = {
  Link: {
    description: 'The next page (RFC 8288, `rel="next"`). The last page does not have it.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'How many there are in all.', schema: { type: 'integer', minimum: 0 } },
  'X-Total-Count-Relation': {
    description: '`gt` when there are more than X-Total-Count says. Otherwise left out.',
    schema: { const: 'gt' },
  },
  'Set-Cookie': { description: 'The signed cookie of this browser.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name to save it by.', schema: { type: 'string' } },
  ETag: {
    description: 'Send it back in `If-None-Match`: if nothing has changed, the answer is 304.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'What can be asked for: `q` calls in `w` seconds, under the name of who is counted.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left: `r` calls for the next `t` seconds. Ignore it in an answer that a cache gives (`Age`).',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How to send a key.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}

export function securitySchemes(publicUrl: string) {
  const cookieScheme = (name: string, description: string) => ({
    type: 'apiKey',
    in: 'cookie',
    name: cookieName(name, publicUrl),
    description,
  })
  return {
    adminSession: cookieScheme('admin', 'The session of a signed-in admin.'),
    ownershipCookie: cookieScheme(
      'mine',
      'Names what this browser created. Signed, and set by the calls that create it.',
    ),
    draftCookie: cookieScheme('draft', 'Names the unfinished application of this browser. Signed.'),
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'A key for higher limits, from /developers. The call works without one.',
    },
    stripeSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'Stripe-Signature',
      description: 'The signature of the payment provider over the body as it was sent.',
    },
    mailProvider: {
      type: 'http',
      scheme: 'basic',
      description:
        'MAIL_BOUNCES_SECRET as the password, with any user name; as a Bearer token, too. Mailgun signs with it instead.',
    },
  }
}

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
