import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { listSteps } from '#features/concerns/server/case-steps.ts'
import { deskPeople } from '#features/concerns/server/desk-people.ts'
import { type RecordStep, stepRecorder } from '#features/concerns/server/record-step.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { couldTellWho } from '../could-tell-who.ts'
import { isSettled, replyDays } from '../rules.ts'
import { deskSchemas } from '../schema.ts'
import type { ConcernNotice } from '../state.ts'
import { concernQuestionMail, concernTakenUpMail } from './concern-mails.ts'
import {
  addReply,
  assignConcern,
  type ConcernRow,
  findReporter,
  listReplies,
  lockConcern,
  nameEntry,
  takeUpConcern,
} from './desk-queries.ts'
import { findEntryByNumber } from './queries.ts'

export const concernParams = type({ id: 'string.uuid' })

/** A post that came too late, or could not be done, and what the page says of it. */
export const refused = (notice: ConcernNotice) =>
  failure('conflict', 'This could not be done.', { details: { notice } })

/** What is wrong with one field. */
export const invalid = (field: string, message: string) => failure('invalid', message, { fields: [{ field, message }] })

type Work = {
  tx: Transaction
  concern: ConcernRow
  now: Date
  note: RecordStep
}

/** Does something with a case, all or nothing; the case is locked meanwhile. */
export async function workOn(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  id: string,
  admin: Admin,
  work: (given: Work) => Promise<Failure | null>,
) {
  return await sql.begin(async (tx) => {
    const [concern] = await lockConcern(tx, { id })
    if (!concern) return failure('not-found', 'There is no such case.')
    const at = now()
    const note = stepRecorder(tx, { concernId: id }, admin, at.toISOString())
    return (await work({ tx, concern, now: at, note })) ?? answer({ id })
  })
}

/** Begins to look at a case: the reporter is told, where there is an address. */
export const takeUp = formCommand({
  permission: 'concerns',
  params: concernParams,
  run: async ({ params: { id }, admin, services }) =>
    await workOn(services, id, admin, async ({ tx, concern, now, note }) => {
      if (concern.state !== 'received') return refused('moved-on')
      await takeUpConcern(tx, { id, personId: admin.id, now: now.toISOString() })
      const [reporter] = await findReporter(tx, { concernId: id })
      if (reporter?.email) await queueMail(tx, concernTakenUpMail(concern, reporter.email), services)
      await note('taken-up', '', { before: { state: 'received' }, after: { state: 'looking' } })
      return null
    }),
})

/** Hands a case to somebody of the desk, or to nobody. */
export const assign = formCommand({
  permission: 'concerns',
  params: concernParams,
  schema: deskSchemas.assign,
  run: async ({ params: { id }, input, admin, services }) => {
    const people = await deskPeople(services.sql)
    const person = input.person ? people.find((known) => known.id === input.person) : null
    if (person === undefined) return invalid('person', 'Choose someone who works on concerns')
    return await workOn(services, id, admin, async ({ tx, concern, note }) => {
      if (concern.assigned_to === (person?.id ?? null)) return null
      await assignConcern(tx, { id, personId: person?.id ?? null })
      await note('assigned', person?.name ?? 'Nobody', { after: { assignedTo: person?.name ?? null } })
      return null
    })
  },
})

/** Names the entry that a case is about, or takes that back. Once its organiser was asked, it stays. */
export const setEntry = formCommand({
  permission: 'concerns',
  params: concernParams,
  schema: deskSchemas.entry,
  run: async ({ params: { id }, input, admin, services }) => {
    const number = input.number && tidyNumber(input.number)
    const [entry] = number ? await findEntryByNumber(services.sql, { number }) : []
    if (input.number && !entry) return invalid('number', 'The register has no entry with this number')
    return await workOn(services, id, admin, async ({ tx, concern, note }) => {
      if (isSettled(concern.state)) return refused('moved-on')
      if ((await listReplies(tx, { concernId: id })).length > 0)
        return invalid('number', 'You have asked the organiser of this entry, so you cannot change it')
      if (concern.entry_id === (entry?.id ?? null)) return null
      await nameEntry(tx, { id, entryId: entry?.id ?? null })
      await note('entry-named', entry?.number ?? 'None', {
        before: { entry: concern.entry_number },
        after: { entry: entry?.number ?? null },
      })
      return null
    })
  },
})

/** Adds a note, which nobody outside the desk sees. */
export const writeNote = formCommand({
  permission: 'concerns',
  params: concernParams,
  schema: deskSchemas.note,
  run: async ({ params: { id }, input: { note: text }, admin, services }) =>
    await workOn(services, id, admin, async ({ note }) => {
      await note('note', text)
      return null
    }),
})

/** The organiser's right of reply: a mail in the desk's own words, with a link that takes one answer. */
export const askOrganiser = formCommand({
  permission: 'concerns',
  params: concernParams,
  schema: deskSchemas.ask,
  run: async ({ params: { id }, input: { question }, admin, services }) => {
    const done = await workOn(services, id, admin, async ({ tx, concern, now, note }) => {
      if (concern.state !== 'looking') return refused('moved-on')
      const to = organiserOf(concern)
      if (!to) return refused('no-organiser')
      if ((await listReplies(tx, { concernId: id })).some((reply) => isWaiting(reply, now)))
        return invalid('question', 'You have already asked the organiser, who still has time to answer')
      if (await tellsWho(tx, concern, question)) return invalid('question', tellsWhoWords)
      const token = newToken()
      const expiresAt = new Date(now.getTime() + replyDays * 86_400_000)
      await addReply(tx, {
        concernId: id,
        tokenHash: tokenHash(token)!,
        question,
        now: now.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })
      await queueMail(tx, concernQuestionMail(to, question, href('concernReply', { token })), services)
      await note('asked', question)
      return null
    })
    return await recordRefusedText(services, id, admin, done)
  },
})

export const tellsWhoWords =
  'This text could show who reported. Use your own words, without names, addresses or sentences from the report'

/** Whether a text for others could tell who reported the case. */
export async function tellsWho(tx: Transaction, { id, happened, event }: ConcernRow, text: string): Promise<boolean> {
  const [reporter] = await findReporter(tx, { concernId: id })
  const steps = await listSteps(tx, { concernId: id })
  const messages = steps.filter(({ kind }) => kind === 'message').map((step) => step.text)
  return couldTellWho(text, reporter ?? null, { texts: [happened, ...messages], event })
}

/** A refused text can be a guess at who reported: that it was tried stays in the audit log, without the text. */
export async function recordRefusedText<Outcome>(
  { sql }: Pick<Services, 'sql'>,
  id: string,
  admin: Admin,
  outcome: Outcome,
): Promise<Outcome> {
  const isRefused = (outcome as Partial<Failure>).fields?.some(({ message }) => message === tellsWhoWords)
  if (isRefused)
    await recordChange(sql, { actor: byPerson(admin), subject: { kind: 'concern', id }, action: 'text-refused' })
  return outcome
}

/** Whom to ask; null for an entry that nobody has applied for, or no entry. */
export function organiserOf(concern: ConcernRow) {
  const { reference, entry_number: number, entry_title: title, organiser_email: email, organiser_name: name } = concern
  return number && title && email ? { reference, number, title, to: { name: name ?? '', email } } : null
}

/** Whether the organiser can still answer. */
export function isWaiting(reply: { answered_at: string | null; expires_at: string }, now: Date): boolean {
  return reply.answered_at === null && new Date(reply.expires_at) > now
}
