import { createHash, createHmac } from 'node:crypto'
import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { collectAfterStoring } from '#features/assessments/files/server/upload.ts'
import { caseCodeHash } from '#mail/case-address.ts'
import { byteTurns } from '#process/byte-turns.ts'
import { isSame } from '#providers/bounces/bounces.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure, isFailure, tooMany } from '#wire/failure.ts'
import { incomingKey, readMailKey } from './read-incoming-mail.ts'

const mailBytes = 10 * 1024 * 1024
/** In base64, with the other fields. */
const fieldBytes = 8 * 1024
const bodyBytes = Math.ceil(mailBytes / 3) * 4 + fieldBytes
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

/** Each holds a body of 14 MB, in which the email is decoded. They come from the mail server; a stranger's body cannot take all turns. */
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
        ? await storeIncomingMail(sent, domain, services)
        : failure('malformed', 'The email does not have the expected shape.')
    })
    return outcome === 'ended' ? isFull : outcome
  },
})

/** @param mail.raw the message (RFC 5322). */
export async function storeIncomingMail(
  { recipient, sender, raw }: Omit<IncomingMail, 'raw'> & { raw: Uint8Array },
  domain: string,
  services: Pick<Services, 'sql' | 'files' | 'now' | 'documentSpace'>,
) {
  const { sql, files, now } = services
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
  collectAfterStoring(raw.length)
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

/** The message is decoded over its own base64: as a text and as a copy of its bytes it would be in memory three times. */
function readBody(body: Uint8Array): (Omit<IncomingMail, 'raw'> & { raw: Uint8Array }) | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const key = bytes.indexOf('"raw"')
  const from = bytes.indexOf('"', key + 5) + 1
  const to = bytes.indexOf('"', from)
  // The other fields are short; in a text each quotation mark has a backslash before it, so that this is the field.
  if (key < 0 || from === 0 || to < 0 || bytes.length - (to - from) > fieldBytes) return null
  try {
    const others = JSON.parse(utf8.decode(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])))
    if (others?.raw !== '') return null
    const raw = decodeInPlace(bytes.subarray(from, to))
    // Its alphabet has been checked: the schema sees a message in short.
    const read = raw && incomingMailSchema({ ...others, raw: 'AAAA' })
    return !read || read instanceof type.errors ? null : { ...read, raw }
  } catch {
    return null
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** In characters, four for three bytes. */
const pieceLength = 256 * 1024

/** Null for what is no base64. */
function decodeInPlace(text: Buffer): Uint8Array | null {
  if (text.length === 0 || text.length % 4 === 1) return null
  let length = 0
  for (let at = 0; at < text.length; at += pieceLength) {
    const piece = text.toString('latin1', at, at + pieceLength)
    const isLast = at + pieceLength >= text.length
    if (!(isLast ? /^[A-Za-z0-9+/]+={0,2}$/ : /^[A-Za-z0-9+/]+$/).test(piece)) return null
    length += text.write(piece, length, 'base64')
  }
  return text.subarray(0, length)
}
