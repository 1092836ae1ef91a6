import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { maskEmail, normaliseMailAddress } from '#domain/mail-address.ts'
import { isOver } from '#domain/open-decisions.ts'
import { changeDecidedMail } from '#features/applications/own-application/mails.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { assessAgain } from '#features/assessments/cases/server/assess-again.ts'
import { declareConflict, handOverAssessment } from '#features/assessments/cases/server/look-after.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import type { CaseCommand } from '#features/assessments/cases/server/work-on-case.ts'
import { publishIfProven, publishWaiting } from '#features/payments/fulfilment/server/publish-listing.ts'
import { isFreeMailDomain, registeredDomain } from '#features/payments/identity/server/check-identity.ts'
import { readFacts } from '#features/payments/identity/server/queries.ts'
import { correctEntry } from '#features/register/server/publish-entry.ts'
import { confirmAddress, isAddressConfirmed, waitForAddress } from '#mail/confirm-address.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { href } from '#pages.ts'
import { form, text } from '#wire/define-form.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { reviewFields } from '../form.ts'
import { addressCorrectedMail, applicationQuestionMail, caseNoteMail } from '../mails.ts'
import { mentionsIn } from '../mentions.ts'
import { addRemark, closeSample, findLastRemark, findSample, listReviewersOf, lockApplication } from '../queries.ts'
import type { ReviewNotice } from '../review-notices.ts'
import { questionDays, reasonProblemOf } from '../rules.ts'
import { decideApplication } from './decide-application.ts'
import { waiveIdentityCheck } from './prove-identity.ts'
import { withdrawApproval } from './withdraw-approval.ts'

// Each command answers what the page says of it and leads nowhere: other fields may still hold something that has to be shown again.

/** The same text within these milliseconds is a second click. */
const doubleClick = 60_000

const ofReview = { permission: 'review', params: { id: isUuid }, leadsTo: () => null } as const
const subjectOf = (id: string) => ({ kind: 'application', id })
const says = <Notice extends ReviewNotice>(answer: Notice) => did({ answer })

const { note, question, opening, email, why, person, release, looked, conflict, change } = reviewFields
const hidden = (label: string) => text({ label, max: 254 })

const unknownApplication = failure('not-found', "The application you're looking for doesn't exist.")
const refused = (notice: ReviewNotice, kind: 'conflict' | 'invalid' = 'conflict') =>
  failure(kind, 'This could not be done.', { details: { notice } })

type Work = { params: { id: string } } & CaseCommand

async function addToHistory({ params, sql, admin, now }: Work, kind: 'note' | 'assigned' | 'asked', text: string) {
  const author = { authorId: admin.id, authorName: admin.name }
  const [added] = await addRemark(sql, { applicationId: params.id, kind, ...author, text, now })
  return added!.id
}

/** The application has to be locked. */
async function isRepeated({ params: { id }, sql, admin, now }: Work, kind: 'note' | 'asked', text: string) {
  const [last] = await findLastRemark(sql, { applicationId: id })
  const isSame = last?.kind === kind && last.authorName === admin.name && last.text === text
  return isSame && Date.parse(now) - Date.parse(last.writtenAt) < doubleClick
}

/** Only the page asks for a reason with every decision. */
const decide = (decision: 'approved' | 'rejected') =>
  outsideCommand({
    ...ofReview,
    schema: type({ reason: 'string = ""', revision: 'string = ""' }),
    run: async ({ params: { id: applicationId }, input: { reason, revision }, admin, services }) => {
      const problem = reasonProblemOf(decision, reason)
      if (problem) return wrong({ reason: problem })
      const seen = /^\d{1,9}$/.test(revision) ? Number(revision) : null
      const { kind } = await decideApplication(services, { applicationId, decision, reason, revision: seen, admin })
      if (kind === 'decided') return says(decision)
      return kind === 'not-found' ? unknownApplication : refused(kind === 'decided-before' ? 'decided' : kind)
    },
  })

const withdraw = outsideCommand({
  ...ofReview,
  schema: type({ withdrawal: 'string = ""' }),
  run: async ({ params: { id }, input: { withdrawal }, admin, services }) => {
    const problem = reasonProblemOf('withdrawn', withdrawal)
    if (problem) return wrong({ withdrawal: problem })
    const outcome = await withdrawApproval(services, { applicationId: id, reason: withdrawal, admin })
    if (outcome === 'withdrawn') return says('withdrawn')
    return refused(outcome === 'not-approved' || outcome === 'not-found' ? 'decided' : outcome)
  },
})

/** Nobody outside the admin area sees a note; colleagues that it names get it by email. */
const addNote = command({
  ...ofReview,
  form: form({ note }),
  run: async ({ input: { note }, ...work }) => {
    const { id } = work.params
    const [application] = await lockApplication(work.sql, { id })
    if (!application) return unknownApplication
    const { named, unknown } = mentionsIn(note, await listReviewersOf(work.sql, { applicationId: id }))
    if (unknown) return wrong({ note: `Write @ and the name of one colleague who reviews, not “@${unknown}”` })
    if (await isRepeated(work, 'note', note)) return says('noted')
    await addToHistory(work, 'note', note)
    const others = named.filter((person) => person.id !== work.admin.id)
    return did({
      answer: 'noted' as const,
      audit: {
        subject: subjectOf(id),
        action: 'noted',
        ...(others.length > 0 && { after: { named: others.map(({ name }) => name) } }),
      },
      mails: others.map((person) => caseNoteMail(person, application, { by: work.admin.name, note })),
    })
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

/**
 * With its assessment, where that is not decided. Nobody with a conflict of interest gets it. @returns the line of the audit log and who had it;
 * null where it is theirs already or cannot be, undefined for an unknown application.
 */
export async function handOver(work: Work, person: { id: string; name: string } | null) {
  const { id } = work.params
  const [application] = await lockApplication(work.sql, { id })
  if (!application) return undefined
  const free = await listReviewersOf(work.sql, { applicationId: id })
  const isFree = (personId: string) => free.some((known) => known.id === personId)
  if (!isFree(work.admin.id) || (person && !isFree(person.id))) return null
  await handOverAssessment(work, { applicationId: id, person })
  if (application.assignedTo === (person?.id ?? null)) return null
  await work.sql`update applications set assigned_to = ${person?.id ?? null}::text where id = ${id}::uuid`
  await addToHistory(work, 'assigned', person?.name ?? '')
  const before = { assignedTo: application.assignedName }
  const audit = { subject: subjectOf(id), action: 'assigned', before, after: { assignedTo: person?.name ?? null } }
  return { audit, was: application.assignedTo }
}

const assign = command({
  ...ofReview,
  form: form({ person }),
  run: async ({ input, ...work }) => {
    const free = await listReviewersOf(work.sql, { applicationId: work.params.id })
    const person = input.person ? free.find((known) => known.id === input.person) : null
    if (person === undefined)
      return wrong({ person: 'Choose a person who reviews applications and has no conflict of interest here' })
    const handed = await handOver(work, person)
    return handed === undefined ? unknownApplication : did({ answer: 'assigned' as const, audit: handed?.audit ?? [] })
  },
})

/** An email to the organisation's own address, with a link that takes one answer. */
const ask = command({
  ...ofReview,
  form: form({ question }),
  run: async ({ input: { question }, ...work }) => {
    const { sql, now } = work
    const { id } = work.params
    const [application] = await lockApplication(sql, { id })
    if (!application) return unknownApplication
    if (application.status !== 'submitted' || application.isWithdrawn) return refused('decided')
    if (await isRepeated(work, 'asked', question)) return says('asked')
    const remarkId = await addToHistory(work, 'asked', question)
    const token = newToken()
    await sql`
      insert into application_questions (token_hash, application_id, remark_id, created_at, expires_at)
      values (decode(${tokenHash(token)}::text, 'hex'), ${id}::uuid, ${remarkId}::bigint, ${now}::timestamptz,
        ${now}::timestamptz + make_interval(hours => ${questionDays * 24}::int))`
    const { reference, title, contactName, email } = application
    const typed = (await waitForAddress(sql.raw, email)) ? { title, contactName } : { title: null, contactName: '' }
    const summary = { applicationId: id, reference, email, ...typed }
    return did({
      answer: 'asked' as const,
      audit: { subject: subjectOf(id), action: 'asked' },
      mails: [applicationQuestionMail(summary, question, href('answer', { token }))],
    })
  },
})

/**
 * Corrects a mistyped address: the old one is told if it was confirmed, and unused links to it end. The history has both in full, which an
 * erasure empties; the audit log has them masked. `seen` is the address that the page showed.
 */
const correctAddress = command({
  ...ofReview,
  form: form({ seen: hidden('Stored email address'), email, why }),
  run: async ({ input: { seen, email, why }, ...work }) => {
    const { sql, now, services } = work
    const { id } = work.params
    if (normaliseMailAddress(email) === normaliseMailAddress(seen))
      return wrong({ email: 'This is the address that is stored' })
    const [application] = await lockApplication(sql, { id })
    const [organisation] = await sql<{ id: string; email: string; contactName: string }[]>`
      select id, email, contact_name from organisations
      where id = (select organisation_id from applications where id = ${id}::uuid)
      for update`
    if (!application || !organisation) return refused('address-changed')
    if (organisation.email !== seen || organisation.contactName === 'Erased') return refused('address-changed')
    await sql`
      with corrected as (
        update organisations set email = ${email}::text, updated_at = ${now}::timestamptz
          where id = ${organisation.id}::uuid returning id
      ), own as (
        select a.id from applications a join corrected on corrected.id = a.organisation_id
      ), links as (
        delete from access_links where application_id in (select id from own) and used_at is null
      )
      delete from application_questions where application_id in (select id from own) and answered_at is null`
    await addToHistory(work, 'note', `The email address was corrected from ${seen} to ${email}: ${why}`)
    const asked = await queueAddressConfirmation(sql.raw, { email, reason: 'application' }, services)
    // An address that is confirmed already gets no button to press, so what waits for it goes on now.
    if (asked === 'confirmed') await confirmAddress(sql.raw, email, new Date(now))
    const { reference, title, contactName } = application
    const summary = { applicationId: id, reference, title, contactName, email: seen }
    const wasConfirmed = await isAddressConfirmed(sql.raw, seen)
    return did({
      answer: 'corrected' as const,
      audit: {
        subject: subjectOf(id),
        action: 'address-corrected',
        before: { email: maskEmail(seen) },
        after: { email: maskEmail(email) },
      },
      mails: [wasConfirmed && addressCorrectedMail(summary, maskEmail(email), services.brand)],
    })
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
      const person = { personId: admin.id, personName: admin.name }
      const [closed] = await closeSample(sql, { applicationId, outcome, ...person, now })
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

const waiveIdentity = outsideCommand({
  ...ofReview,
  form: form({ release }),
  run: async ({ params: { id }, input: { release: reason }, admin, services }) => {
    const outcome = await waiveIdentityCheck(services, { applicationId: id, admin, reason })
    return outcome === 'done' ? says('identity-waived') : refused('decided')
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
      const { reference, email, contactName } = application
      const summary = { applicationId, reference, title: isAccepted ? after.title : before.title, contactName, email }
      const isConfirmed = await isAddressConfirmed(sql.raw, email)
      return did({
        answer: isAccepted ? ('change-accepted' as const) : ('change-refused' as const),
        audit: { subject: subjectOf(applicationId), action: `change-${state}` },
        mails: [isConfirmed && changeDecidedMail(summary, proposal, { isAccepted, reason: input.change })],
      })
    },
  })

/** By the value of their button; on the page of the case. */
export const caseCommands = {
  address: correctAddress,
  approved: decide('approved'),
  rejected: decide('rejected'),
  note: addNote,
  assign,
  ask,
}

/** The same, on the page of the decision. */
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
