import { cookieName } from '#providers/auth/cookies.ts'
import type { AnswerHeader } from '#requests/command.ts'
import { type FailureKind, statusOfFailure } from '#wire/failure.ts'
import type { Schema } from './json-schema.ts'
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
