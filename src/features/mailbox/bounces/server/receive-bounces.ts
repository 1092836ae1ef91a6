import { type } from 'arktype'
import { type CamelSql, camel } from '#database/camel.ts'
import { softLimit } from '#domain/bounces.ts'
import { isMailAddress, normaliseMailAddress } from '#domain/mail-address.ts'
import type { BounceReport } from '#providers/bounces/bounces.ts'
import { jsonBouncesSchema } from '#providers/bounces/json-bounces.ts'
import { answer, command } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'

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
        const sql = camel(transaction)
        // No row for a token that was seen before. It is kept for twelve hours on each side of now, as long as it is valid.
        const [first] = await sql<{ isNew: boolean }[]>`
          with outlived as (
            delete from seen_bounce_tokens where seen_at < now() - interval '24 hours'
          )
          insert into seen_bounce_tokens (token_hash, seen_at) values (sha256(convert_to(${token}::text, 'UTF8')), now())
          on conflict (token_hash) do nothing returning true as is_new`
        if (first) for (const report of reports) await noteBounce(sql, source, report)
        return first !== undefined
      })
      return answer({ received: isNew ? reports.length : 0 })
    }
    // One transaction each: two requests that name the same addresses never wait for each other in a circle.
    for (const report of reports) await sql.begin((transaction) => noteBounce(camel(transaction), source, report))
    return answer({ received: reports.length })
  },
})

/**
 * Notes a report of an email that did not arrive or was reported as spam, once. Its address gets no more emails after a hard bounce, a
 * complaint, or several soft bounces within days (`softLimit`).
 * @param source `smtp` for a server that refused the recipient, or the provider's name.
 */
export async function noteBounce(sql: CamelSql, source: string, report: BounceReport): Promise<void> {
  const email = normaliseMailAddress(report.email)
  if (!isMailAddress(email)) return
  const { kind, mailId } = report
  const reason = storable(report.reason, 300)
  const [added] = await sql<{ id: string }[]>`
    insert into bounces (source, source_id, email, kind, reason)
    values (${source}::text, ${storable(report.id, 200)}::text, ${email}::text, ${kind}::text, ${reason}::text)
    on conflict (source, source_id, email) do nothing
    returning id`
  if (!added) return
  if (mailId && kind !== 'complaint')
    await sql`
      update mails set state = 'bounced', reason = ${reason}::text
      where id = ${mailId}::uuid and state = 'sent' and lower(btrim(to_email)) = ${email}::text`
  if (kind === 'soft') {
    const [soft] = await sql<{ bounces: number }[]>`
      select count(*)::int as bounces from bounces
      where email = ${email}::text and kind = 'soft'
        and received_at > now() - make_interval(days => ${softLimit.days}::int)
        and received_at > coalesce((select lifted_at from suppressed_addresses where email = ${email}::text), '-infinity')`
    if (soft!.bounces < softLimit.bounces) return
  }
  // Where it is suppressed already, the first reason stays, but for a complaint.
  await sql`
    insert into suppressed_addresses as s (email, cause, reason)
    values (${email}::text, ${kind}::text, ${reason}::text)
    on conflict (email) do update
      set cause = excluded.cause, reason = excluded.reason, suppressed_at = excluded.suppressed_at, lifted_at = null
      where s.lifted_at is not null or (excluded.cause = 'complaint' and s.cause <> 'complaint')`
}

/** One line without what PostgreSQL cannot hold. */
function storable(text: string, max: number): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
}
