import type { CamelSql } from '#database/camel.ts'
import { softLimit } from '#domain/bounces.ts'
import { isMailAddress, normaliseMailAddress } from '#domain/mail-address.ts'
import type { BounceReport } from '#providers/bounces/bounces.ts'

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
