import { createHash, createHmac } from 'node:crypto'
import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { caseCodeHash } from '#mail/case-address.ts'
import { byteTurns } from '#process/byte-turns.ts'
import { isSame } from '#providers/bounces/holds-secret.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure, isFailure, tooMany } from '#wire/failure.ts'
import { incomingKey, readMailKey } from './read-incoming-mail.ts'

const mailBytes = 10 * 1024 * 1024
/** In base64, with the other fields. */
const bodyBytes = Math.ceil(mailBytes / 3) * 4 + 8 * 1024
const toleranceSeconds = 300

/** A loop of programs that answer each other ends here. */
const ofOneCase = { name: 'incoming-mails-of-case', points: 60, seconds: 24 * 3600 }
const withoutCase = { name: 'incoming-mails-without-case', points: 500, seconds: 24 * 3600 }

const incomingMailSchema = type({
  /** The address that it was sent to: the envelope's, not the one in the message's header. */
  recipient: '3 <= string <= 320',
  /** The message as it came (RFC 5322), in base64. */
  raw: type(/^[A-Za-z0-9+/]+={0,2}$/),
  /** The envelope's return path; empty of automatic messages. */
  'sender?': 'string <= 320',
})

type IncomingMail = typeof incomingMailSchema.infer

/** Each holds an email of 10 MB and its text in JSON. They come from the mail server; a stranger's body cannot take all turns. */
const turns = byteTurns({ max: 4, ofOne: 3, graceMs: 5000, slowest: 50_000, longestMs: 120_000 })
const isFull = failure('unavailable', 'Many emails are coming in. Send it again.', { retryAfter: 5 })
const unsigned = failure('unauthenticated', 'The signature is not right.')

/** Of the timestamp, a full stop and the body, as our message to the CRM is signed. */
export function signIncoming(secret: string, timestamp: string, body: Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
}

export const receiveMail = command({
  permission: 'signature',
  summary: 'Email that comes in',
  description:
    'For the server or relay that takes email for the domain MAIL_REPLY_DOMAIN. `webhook-timestamp` is in seconds, at most five minutes old; `webhook-signature` is `v1=` and the HMAC-SHA256 in hex of the timestamp, a full stop and the body, under MAIL_INCOMING_SECRET. A message that is sent again changes nothing.',
  rawBody: { contentType: 'application/json', holds: incomingMailSchema, max: bodyBytes },
  limit: { name: 'incoming-mails', points: 300, seconds: 60 },
  answers: { 200: type({ received: 'number.integer' }) },
  failures: {
    'not-found': 'No domain is set that email comes in for.',
    unauthenticated: 'The signature is not right, or its time is not within five minutes of ours.',
    malformed: 'The body does not have the expected shape.',
    'too-large': 'The message is larger than 10 MB.',
    unsupported: 'The body is compressed.',
    unavailable: 'There is no space for it now, or our records cannot be reached. Send it again later.',
  },
  async run({ readBytes, headers, visitor, services }) {
    const { env, now } = services
    if (!env.incoming) return failure('not-found', 'Email is not taken here.')
    const { domain, secrets } = env.incoming
    const timestamp = headers.get('webhook-timestamp') ?? ''
    const signature = headers.get('webhook-signature') ?? ''
    const age = Math.abs(now().getTime() / 1000 - Number(timestamp))
    if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds || !/^v1=[0-9a-f]{64}$/.test(signature)) return unsigned
    const outcome = await turns.take(visitor.address, async (turn) => {
      const body = await readBytes(turn)
      if (isFailure(body)) return body
      if (!secrets.some((secret) => isSame(signIncoming(secret, timestamp, body), signature))) return unsigned
      const sent = readBody(body)
      return sent
        ? await storeMail(sent, domain, services)
        : failure('malformed', 'The email does not have the expected shape.')
    })
    return outcome === 'ended' ? isFull : outcome
  },
})

async function storeMail({ recipient, sender, raw: text }: IncomingMail, domain: string, services: Services) {
  const { sql, files, now } = services
  const raw = Buffer.from(text, 'base64')
  if (raw.length > mailBytes) return failure('too-large', 'The message is larger than 10 MB.')
  const { free, floor } = await services.documentSpace()
  if (free - raw.length < floor) return failure('unavailable', 'There is no space for it now.', { retryAfter: 3600 })

  const digest = createHash('sha256').update(`${recipient.toLowerCase()}\n`).update(raw).digest('hex')
  const mails = camel(sql)
  const [before] = await mails<{ id: string }[]>`
    select id from incoming_mails where digest = decode(${digest}::text, 'hex')`
  if (before) return answer({ received: 0 })
  const code = caseCodeHash(recipient, domain)
  const [found] = code
    ? await mails<{ applicationId: string; email: string; isValid: boolean }[]>`
        select c.application_id, c.email, lower(btrim(o.email)) = c.email as is_valid
        from case_addresses c join applications a on a.id = c.application_id join organisations o on o.id = a.organisation_id
        where c.code_hash = decode(${code}::text, 'hex')`
    : []
  const wait = found ? await takeRateLimit(sql, ofOneCase, code!) : await takeRateLimit(sql, withoutCase, 'all')
  if (wait !== null) return tooMany(wait)
  // An address that was corrected since has no access to the case any more.
  const match = found?.isValid ? found : null
  const isAutomatic = sender !== undefined && /^(<>)?$/.test(sender.trim())
  const id = Bun.randomUUIDv7()
  await files.put(incomingKey(id), [raw], 'message/rfc822')
  const isStored = await sql.begin(async (transaction) => {
    const [added] = await camel(transaction)<{ id: string }[]>`
      insert into incoming_mails (id, digest, application_id, sent_to, suggested_id, suggested_by, is_automatic, bytes, received_at)
      values (${id}::uuid, decode(${digest}::text, 'hex'), ${match?.applicationId ?? null}::uuid, ${match?.email ?? null}::text,
        ${match ? null : (found?.applicationId ?? null)}::uuid, ${found && !match ? 'code' : null}::text,
        ${isAutomatic}::boolean, ${raw.length}::int, ${now().toISOString()}::timestamptz)
      on conflict (digest) do nothing
      returning id`
    if (added) await addJob(transaction, 'read-incoming-mail', { mailId: id }, { key: readMailKey(id) })
    return added !== undefined
  })
  if (!isStored) await files.delete(incomingKey(id))
  return answer({ received: isStored ? 1 : 0 })
}

function readBody(body: Uint8Array): IncomingMail | null {
  try {
    const read = incomingMailSchema(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
    return read instanceof type.errors ? null : read
  } catch {
    return null
  }
}
