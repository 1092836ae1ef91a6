import { type } from 'arktype'
import { type CamelSql, camel } from '#database/camel.ts'
import { jsonBouncesSchema } from '#providers/bounces/json-bounces.ts'
import { answer, command } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { noteBounce } from './note-bounce.ts'

const challenge = { 'www-authenticate': 'Basic realm="bounces"' }

export const receiveBounces = command({
  permission: 'signature',
  summary: 'Bounces and complaints, reported by the mail provider',
  description:
    'The setting MAIL_BOUNCES names the provider, whose own shape is read: `postmark`, `mailgun` or `ses` (by Amazon SNS). `json` is the shape that is described here. It is proved by MAIL_BOUNCES_SECRET: as the password of Basic authentication, as a Bearer token, or by Mailgun’s signature. A report that is sent again changes nothing.',
  rawBody: { contentType: 'application/json', holds: jsonBouncesSchema },
  limit: { name: 'mail-bounces', points: 600, seconds: 60 },
  answers: { 200: type({ received: 'number.integer' }) },
  failures: {
    'not-found': 'No provider is set that reports bounces.',
    unauthenticated: 'The secret or the signature is not right.',
    malformed: 'The body does not have the shape that the provider sends.',
    unavailable: 'The certificate that proves the signature cannot be read now, or our records cannot be reached.',
  },
  async run({ raw, headers, services: { bounces, env, sql } }) {
    if (!bounces || !env.bounces) return failure('not-found', 'Reports of bounces are not taken here.')
    const read = await bounces.read(raw, headers)
    switch (read.kind) {
      case 'refused':
        return failure('unauthenticated', 'The secret or the signature is not right.', { headers: challenge })
      case 'malformed':
        return failure('malformed', 'The report does not have the expected shape.')
      case 'unavailable':
        return failure('unavailable', 'The signature cannot be checked at the moment. Send it again.', {
          retryAfter: 60,
        })
    }
    const { source } = env.bounces
    const { token, reports } = read
    if (token !== undefined) {
      // In one transaction, so that a report that could not be noted can be sent again.
      const isNew = await sql.begin(async (transaction) => {
        const [first] = await noteToken(camel(transaction), token)
        if (first) for (const report of reports) await noteBounce(camel(transaction), source, report)
        return first !== undefined
      })
      return answer({ received: isNew ? reports.length : 0 })
    }
    // One transaction each: two requests that name the same addresses never wait for each other in a circle.
    for (const report of reports) await sql.begin((transaction) => noteBounce(camel(transaction), source, report))
    return answer({ received: reports.length })
  },
})

/** No row for a token that was seen before. It is kept for twelve hours on each side of now, as long as it is valid. */
const noteToken = (sql: CamelSql, token: string) => sql<{ isNew: boolean }[]>`
  with outlived as (
    delete from seen_bounce_tokens where seen_at < now() - interval '24 hours'
  )
  insert into seen_bounce_tokens (token_hash, seen_at) values (sha256(convert_to(${token}::text, 'UTF8')), now())
  on conflict (token_hash) do nothing returning true as is_new`
