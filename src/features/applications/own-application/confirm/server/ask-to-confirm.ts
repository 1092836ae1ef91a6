import { camel } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { confirmationDue, confirmedUntil, endUnconfirmedDays, remindedUntil } from '#domain/listing-term.ts'
import { confirmFactsMail } from '#features/applications/own-application/mails.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { readProgress } from '#features/assessments/evidence/server/queries.ts'
import { followSubscription } from '#features/payments/subscriptions/server/follow-subscription.ts'
import type { ApplicationSummary } from '#mail/application-summary.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'

const atATime = 100

/** What is due before a renewal: facts are asked for, and what nobody has confirmed is not renewed, or only as declared. Run again, it changes nothing. */
export async function askToConfirm(_: Record<string, never>, services: Services): Promise<void> {
  await ask(services)
  await stopRenewals(services)
  await lowerUnconfirmed(services)
}

/** Once for each term of a listing that is published and renews. */
async function ask(services: Services): Promise<void> {
  const now = services.now()
  for (let found = atATime; found === atATime; ) {
    found = await services.sql.begin(async (tx) => {
      const sql = camel(tx)
      const due = await sql<(ApplicationSummary & { coversUntil: Instant })[]>`
        select a.id as application_id, a.reference, a.event_draft ->> 'title' as title, g.contact_name, g.email, o.covers_until
        from orders as o
        join applications as a on a.id = o.application_id
        join organisations as g on g.id = a.organisation_id
        join register_entries as e on e.application_id = a.id
        where o.type = 'listing' and o.status = 'paid' and o.subscription_id is not null and not o.renewal_stopped
          and o.covers_until > ${now.toISOString()}::timestamptz and o.covers_until <= ${confirmedUntil(now)}::timestamptz
          and e.status in ('active', 'listed')
          and not exists (
            select from renewal_confirmations as c
            where c.application_id = a.id and c.covers_until = o.covers_until)
        order by o.covers_until
        limit ${atATime}::int
        for update of o skip locked`
      for (const { coversUntil, ...application } of due) {
        const dueAt = confirmationDue(coversUntil, now)
        await sql`
          insert into renewal_confirmations (application_id, covers_until, asked_at, due_at)
          values (${application.applicationId}::uuid, ${coversUntil}::timestamptz, ${now.toISOString()}::timestamptz,
            ${dueAt}::timestamptz)
          on conflict do nothing`
        const { wanted, answered, moreNeeded } = await readProgress(tx, application.applicationId)
        const term = { coversUntil, dueAt }
        const wantsDocuments = moreNeeded > 0 || answered < wanted
        await queueMail(
          tx,
          confirmFactsMail(application, term, services.env.renewUnconfirmed, wantsDocuments),
          services,
        )
      }
      return due.length
    })
  }
}

/** Before the next charge, so that nobody pays for what is not published. Where the provider does not answer, the next run tries again. */
async function stopRenewals(services: Services): Promise<void> {
  const sql = camel(services.sql)
  const now = services.now().toISOString()
  const soon = remindedUntil(services.now(), endUnconfirmedDays)
  // Where the authority does not renew what is not confirmed.
  const unconfirmed =
    services.env.renewUnconfirmed === 'end'
      ? await sql<{ subscriptionId: string }[]>`
          update renewal_confirmations as c set stopped_at = coalesce(c.stopped_at, ${now}::timestamptz)
          from orders as o
          where o.application_id = c.application_id and o.covers_until = c.covers_until and o.type = 'listing'
            and o.status = 'paid' and o.subscription_id is not null and not o.renewal_stopped
            and c.confirmed_at is null and c.due_at <= c.covers_until and c.covers_until > ${now}::timestamptz
            and c.covers_until <= ${soon}::timestamptz
          returning o.subscription_id`
      : []
  // A suspended or revoked entry is sold no further year.
  const withheld = await sql<{ subscriptionId: string }[]>`
    select o.subscription_id from orders as o join register_entries as e on e.application_id = o.application_id
    where o.type = 'listing' and o.status = 'paid' and o.subscription_id is not null and not o.renewal_stopped
      and e.status in ('suspended', 'revoked') and o.covers_until > ${now}::timestamptz
      and o.covers_until <= ${soon}::timestamptz`
  for (const id of new Set([...unconfirmed, ...withheld].map(({ subscriptionId }) => subscriptionId))) {
    const ended = await services.payments.setRenewal(id, { renews: false })
    if (isPaymentsFailure(ended)) services.log.error('renewal not stopped', { failure: ended.failure })
    else await followSubscription(services, id)
  }
}

async function lowerUnconfirmed(services: Services): Promise<void> {
  const now = services.now().toISOString()
  const due = await camel(services.sql)<{ applicationId: string }[]>`
    select application_id from renewal_confirmations
    where confirmed_at is null and lowered_at is null and due_at <= ${now}::timestamptz
    order by due_at limit ${atATime}::int`
  for (const { applicationId } of due)
    await services.sql.begin(async (tx) => {
      await publishAssurance(tx, { applicationId }, services)
      await tx<Record<string, never>[]>`
        update renewal_confirmations set lowered_at = ${now}::timestamptz
        where application_id = ${applicationId}::uuid and confirmed_at is null and due_at <= ${now}::timestamptz`
    })
}
