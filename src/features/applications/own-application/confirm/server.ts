import { camel } from '#database/camel.ts'
import type { Day } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { nextEditionDay } from '#domain/listing-term.ts'
import { londonDay } from '#domain/london-time.ts'
import { checkCompany } from '#features/applications/server/create-application.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { readProgress } from '#features/assessments/evidence/server/queries.ts'
import { readRenewing } from '#features/payments/subscriptions/server/end-or-cancel.ts'
import { followSubscription } from '#features/payments/subscriptions/server/follow-subscription.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { did, outsideCommand, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { companyToCheckMail, factsConfirmedMail } from '../mails.ts'
import { findChangeable, findConfirmation, lockApplication } from '../queries.ts'
import { ownLimit } from '../rules.ts'
import { proposeChange } from '../server/propose-change.ts'
import { factsForm } from './form.ts'

async function readFacts(services: Services, applicationId: string) {
  const sql = camel(services.sql)
  const { listing } = await readRenewing(sql, applicationId, services)
  const [entry] = await sql<{ eventDay: Day | null; isPrivate: boolean }[]>`
    select starts_on as event_day, event_type = 'private' as is_private from register_entries
    where application_id = ${applicationId}::uuid and status in ('active', 'listed')`
  if (!listing || !entry) return null
  const today = londonDay(services.now())
  const isOver = !entry.isPrivate && entry.eventDay !== null && entry.eventDay < today
  return { listing, ...entry, isOver, today, open: await findConfirmation(sql, applicationId, listing, services.now()) }
}

/** The registry is asked before anything is written: a company that it no longer confirms keeps the facts from being confirmed. */
const confirm = outsideCommand({
  permission: 'owner',
  params: { appId: isUuid },
  limit: ownLimit,
  form: factsForm,
  run: async ({ params: { appId }, input, visitor, services, sql, now, write }) => {
    const row = await findChangeable(sql, visitor, appId)
    const facts = row && (await readFacts(services, appId))
    if (!row || !facts) return failure('conflict', 'There is nothing to confirm for this application.')
    const { open, isOver, eventDay, today } = facts
    const nextDay = isOver && input.nextDay ? input.nextDay : null
    if (nextDay && nextDay < today) return wrong({ nextDay: 'This day is over. Give the day of the next edition' })
    const [organisation] = await findOrganisation(sql.raw, { id: row.organisationId })
    const check = await checkCompany(organisation!, services.companies, services.now)
    if (check.state === 'unavailable')
      return failure('unavailable', 'The company registry does not answer. Please try again in a few minutes.')
    const isKnown = ['confirmed', 'not-asked'].includes(check.state) || check.state === row.companyCheck.state
    const isConfirmed = isKnown && check.state !== 'not-active'
    const written = await write(async (sql) => {
      await lockApplication(sql, { applicationId: appId })
      await sql`
        update organisations set contact_name = ${input.contactName}::text, phone = ${input.phone}::text, updated_at = ${now}::timestamptz
        where id = ${row.organisationId}::uuid`
      const mails: (MailDraft | false)[] = []
      if (nextDay) {
        const draft = { ...row.eventDraft, date: nextDay }
        const edition = { applicationId: appId, revision: row.revision, eventDraft: draft, followsDay: eventDay }
        const proposed = await proposeChange(sql, edition, now, services.brand)
        if (isFailure(proposed)) return proposed
        mails.push(...proposed)
      }
      const { contactName } = input
      const { reference, eventDraft } = row
      const { email } = organisation!
      const summary = { applicationId: appId, reference, title: eventDraft.title, contactName, email }
      if (open) {
        await sql`
          insert into renewal_confirmations (application_id, covers_until, asked_at, due_at, confirmed_at, company_state)
          values (${appId}::uuid, ${open.coversUntil}::timestamptz, ${now}::timestamptz, ${open.dueAt}::timestamptz,
            case when ${isConfirmed}::boolean then ${now}::timestamptz end,
            case when not ${isConfirmed}::boolean then ${check.state}::text end)
          on conflict (application_id, covers_until) do update
          set confirmed_at = excluded.confirmed_at, company_state = excluded.company_state`
        // One that was missed before is made up for.
        if (isConfirmed)
          await sql`
            update renewal_confirmations set confirmed_at = ${now}::timestamptz
            where application_id = ${appId}::uuid and confirmed_at is null`
        await publishAssurance(sql.raw, { applicationId: appId }, services)
        const isReached = await waitForAddress(sql.raw, email)
        mails.push(isConfirmed && isReached && factsConfirmedMail(summary, open))
      }
      if (!isConfirmed && open) mails.push(companyToCheckMail(summary, open, check.state, services.brand))
      return did({ answer: isConfirmed ? (open ? 'confirmed' : 'edition') : 'company', mails })
    })
    // What was stopped for want of a confirmation goes on.
    if (open?.isStopped && isConfirmed) await renewAgain(services, appId)
    return written
  },
  leadsTo: (done, { params }) => href('myApplication', { appId: params.appId! }, { done: String(done) }),
})

async function renewAgain(services: Services, applicationId: string): Promise<void> {
  const stopped = await camel(services.sql)<{ subscriptionId: string }[]>`
    select subscription_id from orders
    where application_id = ${applicationId}::uuid and type = 'listing' and status = 'paid' and renewal_stopped
      and subscription_id is not null`
  for (const { subscriptionId } of stopped) {
    const renewed = await services.payments.setRenewal(subscriptionId, { renews: true })
    if (isPaymentsFailure(renewed))
      services.log.error('confirmed renewal not started again', { failure: renewed.failure })
    else await followSubscription(services, subscriptionId)
  }
}

/** One page, filled in: it confirms the facts before a renewal, and enters the next edition of an event that is over. */
export const confirmFacts = page('confirmFacts', {
  commands: { confirm },
  load: async ({ params: { appId }, visitor, sql, refused, services }) => {
    const row = await findChangeable(sql, visitor, appId)
    if (!row) return { kind: 'not-yours' as const, appId }
    const facts = await readFacts(services, appId)
    const { reference, eventDraft } = row
    if (!facts) return { kind: 'closed' as const, appId, reference }
    const { open, isOver, eventDay, today, listing } = facts
    const [organisation] = await findOrganisation(sql.raw, { id: row.organisationId })
    const { name, companyNo, contactName, phone, email } = organisation!
    const { wanted, answered, moreNeeded } = await readProgress(sql.raw, appId)
    return {
      kind: 'form' as const,
      appId,
      reference,
      title: eventDraft.title,
      eventDay,
      isOver,
      renewsOn: listing.on,
      dueAt: open?.dueAt ?? null,
      otherwise: services.env.renewUnconfirmed,
      organisation: { name, companyNo, email },
      values: { contactName, phone, nextDay: isOver && eventDay ? nextEditionDay(eventDay, today) : '' },
      wantsDocuments: moreNeeded > 0 || answered < wanted,
      failure: refused && !refused.fields?.length ? refused.message : null,
    }
  },
  status: ({ kind }) => (kind === 'not-yours' ? 404 : kind === 'closed' ? 409 : null),
})
