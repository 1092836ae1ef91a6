import { type } from 'arktype'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { maskEmail, normaliseMailAddress } from '#domain/mail-address.ts'
import { handOverAssessment } from '#features/assessments/cases/server/look-after.ts'
import type { CaseCommand } from '#features/assessments/cases/server/work-on-case.ts'
import { confirmAddress, isAddressConfirmed, waitForAddress } from '#mail/confirm-address.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { command, did, wrong } from '#page/command.ts'
import { href } from '#pages.ts'
import { form, text } from '#wire/define-form.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { reviewFields } from '../form.ts'
import { addressCorrectedMail, applicationQuestionMail, caseNoteMail } from '../mails.ts'
import { addRemark, listReviewersOf, lockApplication } from '../queries.ts'
import type { ReviewNotice } from '../review-notices.ts'
import { mentionsIn, questionDays, reasonProblemOf } from '../rules.ts'
import { decideApplication } from './decide-application.ts'

// Each command answers what the page says of it and leads nowhere: other fields may still hold something that has to be shown again.

/** The same text within these milliseconds is a second click. */
const doubleClick = 60_000

export const ofReview = { permission: 'review', params: { id: isUuid }, leadsTo: () => null } as const
export const subjectOf = (id: string) => ({ kind: 'application', id })
export const says = <Notice extends ReviewNotice>(answer: Notice) => did({ answer })

const { note, question, email, why, person } = reviewFields
export const hidden = (label: string) => text({ label, max: 254 })

export const unknownApplication = failure('not-found', "The application you're looking for doesn't exist.")
export const refused = (notice: ReviewNotice, kind: 'conflict' | 'invalid' = 'conflict') =>
  failure(kind, 'This could not be done.', { details: { notice } })

type Work = { params: { id: string } } & CaseCommand

export async function addToHistory(
  { params, sql, admin, now }: Work,
  kind: 'note' | 'assigned' | 'asked',
  text: string,
) {
  const author = { authorId: admin.id, authorName: admin.name }
  const [added] = await addRemark(sql, { applicationId: params.id, kind, ...author, text, now })
  return added!.id
}

/** The application has to be locked. */
async function isRepeated({ params: { id }, sql, admin, now }: Work, kind: 'note' | 'asked', text: string) {
  const [last] = await sql<{ kind: string; authorName: string; text: string; writtenAt: Instant }[]>`
    select kind, author_name, text, written_at from application_remarks
    where application_id = ${id}::uuid order by id desc limit 1`
  const isSame = last?.kind === kind && last.authorName === admin.name && last.text === text
  return isSame && Date.parse(now) - Date.parse(last.writtenAt) < doubleClick
}

/** Only the page asks for a reason with every decision. */
export const decide = (decision: 'approved' | 'rejected') =>
  command({
    ...ofReview,
    schema: type({ reason: 'string = ""', revision: 'string = ""' }),
    run: async ({ params: { id: applicationId }, input, ...given }) => {
      const { reason } = input
      const problem = reasonProblemOf(decision, reason)
      if (problem) return wrong({ reason: problem })
      const revision = /^\d{1,9}$/.test(input.revision) ? Number(input.revision) : null
      const decided = await decideApplication(given, { applicationId, decision, reason, revision })
      return isFailure(decided) ? decided : did({ answer: decision, ...decided })
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
    const typed = (await waitForAddress(sql.raw, application.email)) ? {} : { title: null, contactName: '' }
    const summary = { ...application, ...typed, applicationId: id }
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
    const summary = { ...application, applicationId: id, email: seen }
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

/** By the value of their button; on the page of the case. */
export const caseCommands = {
  address: correctAddress,
  approved: decide('approved'),
  rejected: decide('rejected'),
  note: addNote,
  assign,
  ask,
}
