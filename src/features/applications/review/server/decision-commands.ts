import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { londonDay } from '#domain/london-time.ts'
import { isOver } from '#domain/open-decisions.ts'
import { changeDecidedMail } from '#features/applications/own-application/mails.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { declareConflict } from '#features/assessments/cases/server/look-after.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { assessAgain } from '#features/assessments/evidence/server/open-renewal.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { publishIfProven, publishWaiting } from '#features/payments/fulfilment/server/publish-listing.ts'
import { isFreeMailDomain, registeredDomain } from '#features/payments/identity/server/check-identity.ts'
import { readFacts } from '#features/payments/identity/server/queries.ts'
import { correctEntry } from '#features/register/server/publish-entry.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { form } from '#wire/define-form.ts'
import { isFailure } from '#wire/failure.ts'
import { reviewFields } from '../form.ts'
import { approvalWithdrawnMail } from '../mails.ts'
import { closeSample, findSample, lockApplication } from '../queries.ts'
import { reasonProblemOf } from '../rules.ts'
import {
  addToHistory,
  caseCommands,
  hidden,
  ofReview,
  refused,
  says,
  subjectOf,
  unknownApplication,
} from './review-commands.ts'

const { opening, release, looked, conflict, change } = reviewFields

/**
 * Only until something was paid. Payments of the last moment are recorded first; the row is then locked, as every checkout does, so that no
 * payment page opens at the same time. A page that is paid all the same publishes nothing, and is a finding for a person
 * (`fulfilCheckout`).
 */
const withdraw = outsideCommand({
  ...ofReview,
  schema: type({ withdrawal: 'string = ""' }),
  run: async ({ params: { id: applicationId }, input: { withdrawal }, admin, now, write, services }) => {
    const problem = reasonProblemOf('withdrawn', withdrawal)
    if (problem) return wrong({ withdrawal: problem })
    // It is being paid by a slow method, or the provider cannot say.
    if (!(await closePaymentPages(services, applicationId))) return refused('not-now')
    let left: string[] = []
    const written = await write(async (sql) => {
      const [application] = await lockApplication(sql, { id: applicationId })
      if (application?.status !== 'approved') return refused('decided')
      const ended = await endOpenOrders(sql.raw, applicationId)
      // Something was paid: the entry can be suspended instead.
      if (!ended) return refused('not-withdrawable')
      left = ended
      const reason = withdrawal.trim()
      const [withdrawn] = await sql<{ decision: number }[]>`
        with withdrawn as (
          update applications set status = 'submitted', updated_at = ${now}::timestamptz
          where id = ${applicationId}::uuid and status = 'approved'
          returning id
        )
        insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
        select id, 'withdrawn', ${admin.id}::text, ${admin.name}::text, ${reason}::text, ${now}::timestamptz from withdrawn
        returning id as decision`
      await closeSample(sql, { applicationId, outcome: 'withdrawn', admin, now })
      return did({
        answer: 'withdrawn' as const,
        audit: {
          subject: subjectOf(applicationId),
          action: 'approval-withdrawn',
          before: { status: 'approved' },
          after: { status: 'submitted' },
        },
        mails: [approvalWithdrawnMail({ ...application, ...withdrawn!, applicationId }, reason, services.brand)],
      })
    })
    for (const session of left) await services.payments.expireCheckoutSession(session)
    return written
  },
})

/** A refund for cause has closed it. */
const reopenCheckout = command({
  ...ofReview,
  form: form({ opening }),
  run: async ({ input: { opening }, ...work }) => {
    const { id } = work.params
    await lockApplication(work.sql, { id })
    const [opened] = await work.sql<{ id: string }[]>`
      update applications set checkout_closed_at = null
      where id = ${id}::uuid and checkout_closed_at is not null returning id`
    if (!opened) return says('opened')
    await addToHistory(work, 'note', `The checkout is open again: ${opening}`)
    return did({ answer: 'opened' as const, audit: { subject: subjectOf(id), action: 'checkout-opened' } })
  },
})

/** What was looked at stays in its history. */
const markSampled = (outcome: 'fine' | 'wrong') =>
  command({
    ...ofReview,
    form: form({ looked }),
    run: async ({ input: { looked }, ...work }) => {
      const { sql, admin, now } = work
      const { id: applicationId } = work.params
      const [closed] = await closeSample(sql, { applicationId, outcome, admin, now })
      if (!closed) {
        const [sample] = await findSample(sql, { applicationId })
        // A second click changes nothing; where somebody else was faster, the page says who.
        const isMine = sample?.outcome === outcome && sample.lookedAtByName === admin.name
        return isMine ? says('looked-at') : refused('looked-before')
      }
      await addToHistory(work, 'note', `Sampled and found ${outcome}: ${looked}`)
      const audit = { subject: subjectOf(applicationId), action: 'sample-looked-at', after: { outcome } }
      return did({ answer: 'looked-at' as const, audit })
    },
  })

/** The review and the assessment share the record of a conflict of interest. */
const declare = command({
  ...ofReview,
  form: form({ conflict }),
  run: async ({ params, input: { conflict: details }, ...given }) => {
    const { sql, admin, services } = given
    const found = await readOpenDecisions(sql.raw, { applicationId: params.id, personId: admin.id }, services.now())
    const id = found?.facts.assessmentId
    if (!id) return unknownApplication
    return (await declareConflict(given, { id, details })) ?? says('declared')
  },
})

/** Accepts an identity that could not be proven otherwise, permanently. Accepted before, it changes nothing. */
const waiveIdentity = command({
  ...ofReview,
  form: form({ release }),
  run: async ({ params: { id: applicationId }, input: { release: reason }, sql, admin, now, services }) => {
    const [application] = await lockApplication(sql, { id: applicationId })
    if (application?.status !== 'approved') return refused('decided')
    const [added] = await sql<{ applicationId: string }[]>`
      insert into identity_releases (application_id, released_by, released_by_name, reason, released_at)
      values (${applicationId}::uuid, ${admin.id}::text, ${admin.name}::text, ${reason}::text, ${now}::timestamptz)
      on conflict (application_id) do nothing
      returning application_id`
    await publishIfProven(sql.raw, services, applicationId)
    const audit = added ? [{ subject: subjectOf(applicationId), action: 'let-through' }] : []
    return did({ answer: 'identity-waived' as const, audit })
  },
})

/** Proves every application of this company number from an address of the domain, which the reviewer has seen. */
const confirmDomain = outsideCommand({
  ...ofReview,
  form: form({ domain: hidden('Domain') }),
  run: async ({ params: { id }, input: { domain }, admin, now, write, services }) => {
    let companyKey: string | null = null
    const written = await write(async (sql) => {
      await lockApplication(sql, { id })
      const [facts] = await readFacts(sql, { applicationId: id })
      const own = facts?.companyKey ? await registeredDomain(facts.email) : null
      if (own === null || (await isFreeMailDomain(own))) return refused('domain-refused', 'invalid')
      if (own !== domain) return refused('domain-refused')
      companyKey = facts!.companyKey
      const [added] = await sql<{ domain: string }[]>`
        insert into company_domains (company_key, domain, confirmed_by, confirmed_by_name, confirmed_at)
        values (${companyKey}::text, ${domain}::text, ${admin.id}::text, ${admin.name}::text, ${now}::timestamptz)
        on conflict (company_key, domain) do nothing
        returning domain`
      const audit = added ? [{ subject: subjectOf(id), action: 'domain-confirmed' }] : []
      return did({ answer: 'domain-confirmed' as const, audit })
    })
    if (!isFailure(written.outcome)) await publishWaiting(services, { companyKey })
    return written
  },
})

export const findProposal = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { id: string; changes: string; eventDraft: EventDraft; before: EventDraft; proposedAt: string }[]
>`
  select p.id, p.changes, p.event_draft, a.event_draft as before, p.proposed_at
  from proposed_changes as p join applications as a on a.id = p.application_id
  where p.application_id = ${applicationId}::uuid and p.state = 'open'`

/** An accepted change changes the entry, too; the event is assessed again, and what waited for another day is published. */
const decideChange = (isAccepted: boolean) =>
  command({
    ...ofReview,
    form: form({ proposal: hidden('Proposal'), change }),
    run: async ({ params: { id: applicationId }, input, sql, now, admin, services }) => {
      const at = new Date(now)
      const [application] = await lockApplication(sql, { id: applicationId })
      const [open] = await findProposal(sql, { applicationId })
      if (!application || open?.id !== input.proposal || application.status !== 'approved') return refused('decided')
      const { id: proposal, changes, eventDraft: after, before } = open
      if (isAccepted && after.eventType !== 'private' && isOver(after.date || null, londonDay(at)))
        return refused('change-past')
      const state = isAccepted ? 'accepted' : 'refused'
      await sql`
        update proposed_changes
        set state = ${state}::text, decided_by = ${admin.id}::text, decided_by_name = ${admin.name}::text,
          reason = ${input.change}::text, decided_at = ${now}::timestamptz
        where id = ${proposal}::uuid`
      if (isAccepted) {
        await sql`
          with changed as (
            update applications
            set event_draft = p.event_draft, revision = applications.revision + 1, updated_at = ${now}::timestamptz
            from proposed_changes as p
            where applications.id = ${applicationId}::uuid and p.id = ${proposal}::uuid
            returning applications.id
          )
          insert into application_remarks (application_id, kind, text, written_at)
          select id, 'changed', ${changes}::text, ${now}::timestamptz from changed`
        await correctEntry(sql.raw, { applicationId, before, after, cause: `proposed change ${proposal}`, now: at })
        await assessAgain(sql.raw, { applicationId, now })
        await publishAssurance(sql.raw, { applicationId }, services)
        await publishIfProven(sql.raw, services, applicationId)
      }
      const summary = { ...application, applicationId, title: isAccepted ? after.title : before.title }
      const isConfirmed = await isAddressConfirmed(sql.raw, application.email)
      return did({
        answer: isAccepted ? ('change-accepted' as const) : ('change-refused' as const),
        audit: { subject: subjectOf(applicationId), action: `change-${state}` },
        mails: [isConfirmed && changeDecidedMail(summary, proposal, { isAccepted, reason: input.change })],
      })
    },
  })

/** By the value of their button; on the page of the decision. */
export const decisionCommands = {
  approved: caseCommands.approved,
  rejected: caseCommands.rejected,
  withdrawn: withdraw,
  'accept-change': decideChange(true),
  'refuse-change': decideChange(false),
  conflict: declare,
  'open-checkout': reopenCheckout,
  'waive-identity': waiveIdentity,
  'confirm-domain': confirmDomain,
  'looked-at': markSampled('fine'),
  'found-wrong': markSampled('wrong'),
}
