import { type } from 'arktype'
import type { Brand } from '#brand.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { carries, roles } from '#domain/permissions.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { messageLimit, submissionKinds, submissionStates } from '../rules.ts'
import { readSubmission, setState } from './queries.ts'
import { addMessage, assignEnquiry, findRecentMessage, listClerks, lockEnquiry } from './thread-queries.ts'

const enquiryParams = type({ id: 'string.uuid', kind: "'enquiries'" })
const unknown = failure('not-found', 'There is no such enquiry.')
const secondPress = 60_000

/** People who may look after an enquiry. */
export async function clerksOf({ sql }: Pick<Services, 'sql'>) {
  return await listClerks(sql, { roles: roles.filter((role) => carries([role], 'correspondence')) })
}

/** Gives a submission of any kind another state. */
export const mark = formCommand({
  permission: 'correspondence',
  params: type({ id: 'string.uuid', kind: type.enumerated(...submissionKinds) }),
  schema: type({ state: type.enumerated(...submissionStates) }),
  run: async ({ params: { id, kind }, input: { state }, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      if ((await readSubmission(tx, { kind, id })).length === 0) return unknown
      const [changed] = await setState(tx, { kind, id, state, who: admin.name, now: now().toISOString() })
      if (!changed) return answer(null)
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'submission', id },
        action: 'marked',
        before: { state: changed.before },
        after: { state, kind },
      })
      return answer(null)
    }),
})

/** Makes somebody, or nobody, look after an enquiry. */
export const assignToClerk = formCommand({
  permission: 'correspondence',
  params: enquiryParams,
  schema: type({ person: 'string' }),
  run: async ({ params: { id }, input, admin, services }) => {
    const person = input.person ? (await clerksOf(services)).find((clerk) => clerk.id === input.person) : null
    if (person === undefined) {
      const message = 'Choose a person who deals with correspondence'
      return failure('invalid', message, { fields: [{ field: 'person', message }] })
    }
    return await services.sql.begin(async (tx) => {
      const [enquiry] = await lockEnquiry(tx, { id })
      if (!enquiry) return unknown
      if (enquiry.assigned_to === (person?.id ?? null)) return answer(null)
      await assignEnquiry(tx, { id, personId: person?.id ?? null })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'submission', id },
        action: 'assigned',
        before: { assignedTo: enquiry.assigned_name },
        after: { assignedTo: person?.name ?? null },
      })
      return answer(null)
    })
  },
})

/**
 * Adds to the thread of an enquiry: a reply, which is mailed and leaves the enquiry waiting; an answer of the person, written down by
 * hand, which opens it again; or a note. The log says that it was done, and keeps no word of it.
 */
export const writeMessage = formCommand({
  permission: 'correspondence',
  params: enquiryParams,
  schema: type({ message: paragraphs(messageLimit, 'Write the message'), as: "'sent' | 'received' | 'note'" }),
  run: async ({ params: { id }, input: { message, as }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const [enquiry] = await lockEnquiry(tx, { id })
      if (!enquiry) return unknown
      const now = services.now()
      const written = { enquiryId: id, kind: as, authorId: admin.id, text: message }
      const since = new Date(now.getTime() - secondPress).toISOString()
      if ((await findRecentMessage(tx, { ...written, since })).length > 0) return answer(null)
      const [row] = await addMessage(tx, { ...written, authorName: admin.name, now: now.toISOString() })
      if (as === 'sent') await queueMail(tx, replyMail(row!.id, enquiry.email, message, services.brand), services)
      const state = as === 'sent' ? 'in-hand' : as === 'received' ? 'new' : null
      if (state) await setState(tx, { kind: 'enquiries', id, state, who: admin.name, now: now.toISOString() })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'submission', id },
        action: { sent: 'answered', received: 'answer-noted', note: 'noted' }[as],
        ...(state && state !== enquiry.state ? { before: { state: enquiry.state }, after: { state } } : {}),
      })
      return answer(null)
    }),
})

/** A reply to an enquiry. Nobody has proved that the address is the sender's, so nothing of what was typed in the form stands in it. */
function replyMail(id: number, email: string, text: string, brand: Brand): MailDraft {
  return {
    kind: 'enquiry-reply',
    causedBy: 'staff',
    once: `enquiry-reply:${id}`,
    to: { name: '', email },
    subject: `Your enquiry to the ${brand.name}`,
    body: [
      { kind: 'paragraph', text },
      { kind: 'paragraph', text: `To answer, email ${brand.email}.` },
    ],
  }
}
