import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { noteLimit, questionDays, questionLimit, reviewingRoles } from '../rules.ts'
import type { ReviewNotice } from '../state.ts'
import { assignApplication, listReviewers, lockApplication, openCheckout } from './queries.ts'
import { addQuestion } from './question-queries.ts'
import { addRemark, listRemarks, type RemarkKind } from './remark-queries.ts'

/** The same text again within this time is a second click, in milliseconds. */
const doubleClick = 60_000

const subjectOf = (id: string) => ({ kind: 'application', id })

/** An application as the review's address names it. */
export const reviewParams = type({ id: 'string.uuid' })
export const unknownApplication = failure('not-found', "The application you're looking for doesn't exist.")
/** A post that came too late, or could not be done, and what the page says of it. */
export const refused = (notice: ReviewNotice, kind: 'conflict' | 'invalid' = 'conflict') =>
  failure(kind, 'This could not be done.', { details: { notice } })

/** Adds a note, which nobody outside the admin area sees. */
export const addNote = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ note: paragraphs(noteLimit, 'Write the note') }),
  run: async ({ params: { id }, input: { note }, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      const [application] = await lockApplication(tx, { applicationId: id })
      if (!application) return unknownApplication
      if (await isSaidJustNow(tx, id, admin, 'note', note, now())) return answer(null)
      await addRemark(tx, { applicationId: id, kind: 'note', ...writtenBy(admin, now()), text: note })
      await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(id), action: 'noted' })
      return answer(null)
    }),
})

/** Opens the checkout of an application again, which a refund for cause has closed. The reason stays in the history. */
export const reopenCheckout = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ opening: paragraphs(noteLimit, 'Write the reason') }),
  run: async ({ params: { id }, input: { opening }, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      await lockApplication(tx, { applicationId: id })
      const [opened] = await openCheckout(tx, { applicationId: id })
      if (!opened) return answer(null)
      const text = `The checkout is open again: ${opening}`
      await addRemark(tx, { applicationId: id, kind: 'note', ...writtenBy(admin, now()), text })
      await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(id), action: 'checkout-opened' })
      return answer(null)
    }),
})

/** People who may look after an application. */
export async function reviewersOf({ sql }: Pick<Services, 'sql'>) {
  return await listReviewers(sql, { roles: reviewingRoles })
}

/** Hands an application to somebody who may review, or to nobody. Handing it to whom it belongs already changes nothing. */
export const assign = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ person: type('string').default('') }),
  run: async ({ params: { id }, input, admin, services }) => {
    const person = input.person ? (await reviewersOf(services)).find((known) => known.id === input.person) : null
    if (person === undefined) {
      const message = 'Choose a person who reviews applications'
      return failure('invalid', message, { fields: [{ field: 'person', message }] })
    }
    const outcome = await services.sql.begin((tx) => handOver(tx, { id, person, admin, now: services.now() }))
    return outcome === 'unknown' ? unknownApplication : answer(null)
  },
})

/** Makes somebody, or nobody, look after an application, in its history and in the log. */
export async function handOver(
  tx: Transaction,
  input: { id: string; person: { id: string; name: string } | null; admin: Admin; now: Date },
): Promise<'handed' | 'unchanged' | 'unknown'> {
  const { id, person, admin, now } = input
  const [application] = await lockApplication(tx, { applicationId: id })
  if (!application) return 'unknown'
  if (application.assigned_to === (person?.id ?? null)) return 'unchanged'
  await assignApplication(tx, { applicationId: id, personId: person?.id ?? null })
  await addRemark(tx, { applicationId: id, kind: 'assigned', ...writtenBy(admin, now), text: person?.name ?? '' })
  await recordChange(tx, {
    actor: byPerson(admin),
    subject: subjectOf(id),
    action: 'assigned',
    before: { assignedTo: application.assigned_name },
    after: { assignedTo: person?.name ?? null },
  })
  return 'handed'
}

/** Asks the organiser for more: a mail to the organisation's own address with a link that takes one answer. */
export const askForMore = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({ question: paragraphs(questionLimit, 'Write the question') }),
  run: async ({ params: { id }, input: { question }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const [application] = await lockApplication(tx, { applicationId: id })
      if (!application) return unknownApplication
      if (application.status !== 'submitted' || application.is_withdrawn) return refused('decided')
      const at = services.now()
      if (await isSaidJustNow(tx, id, admin, 'asked', question, at)) return answer(null)
      const said = { applicationId: id, kind: 'asked' as const, ...writtenBy(admin, at), text: question }
      const [remark] = await addRemark(tx, said)
      const token = newToken()
      const expiresAt = new Date(at.getTime() + questionDays * 86_400_000)
      await addQuestion(tx, {
        tokenHash: tokenHash(token)!,
        applicationId: id,
        remarkId: remark!.id,
        now: at.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })
      const { reference, title, contact_name: contactName, email } = application
      const isConfirmed = await waitForAddress(tx, email)
      const told = {
        applicationId: id,
        reference,
        email,
        title: isConfirmed ? title : null,
        contactName: isConfirmed ? contactName : '',
      }
      await queueMail(tx, applicationQuestionMail(told, question, href('answer', { token }), questionDays), services)
      await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(id), action: 'asked' })
      return answer(null)
    }),
})

function writtenBy({ id, name }: Admin, at: Date) {
  return { authorId: id, authorName: name, now: at.toISOString() }
}

/** Whether the last that was written about an application is this very text, just now. The application is locked. */
async function isSaidJustNow(
  tx: Transaction,
  applicationId: string,
  { name }: Admin,
  kind: RemarkKind,
  text: string,
  now: Date,
): Promise<boolean> {
  const last = (await listRemarks(tx, { applicationId })).at(-1)
  const isSame = last?.kind === kind && last.author_name === name && last.text === text
  return isSame && now.getTime() - Date.parse(last.written_at) < doubleClick
}

/** To who has applied: what the reviewer needs to know, and the page that takes one answer. `link` is a path of this site. */
function applicationQuestionMail(
  application: ToldApplication,
  question: string,
  link: string,
  days: number,
): MailDraft {
  const { reference, contactName, email } = application
  return {
    kind: 'application-question',
    causedBy: 'staff',
    to: { name: contactName, email },
    subject: `A question about your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `Before we can decide on your ${applicationWords(application)}, we need to know more:`,
      },
      { kind: 'paragraph', text: question },
      { kind: 'button', label: 'Answer the question', href: link },
      { kind: 'paragraph', text: `You can answer once. The link works for ${days} days.` },
    ],
  }
}
