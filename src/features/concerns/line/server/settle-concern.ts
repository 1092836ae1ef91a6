import { byPerson, recordChange } from '#database/record-change.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { deskSchemas } from '../schema.ts'
import { concernSettledMail, concernToldMail } from './concern-mails.ts'
import {
  concernParams,
  invalid,
  isWaiting,
  organiserOf,
  recordRefusedText,
  refused,
  tellsWho,
  tellsWhoWords,
  workOn,
} from './desk-commands.ts'
import { addNote, findReporter, listReplies, removeNote, settleConcern } from './desk-queries.ts'

/**
 * Ends a case, once, with its reasons: the reporter is told where there is an address, and so is an organiser who was asked. One that is
 * upheld against an entry stands on the entry's page, with the organiser's reply; only after the organiser could answer.
 */
export const settle = formCommand({
  permission: 'concerns',
  params: concernParams,
  schema: deskSchemas.settle,
  run: async ({ params: { id }, input, admin, services }) => {
    const { outcome, reasons, entryNote } = input
    const done = await workOn(services, id, admin, async ({ tx, concern, now, note }) => {
      if (concern.state !== 'looking') return refused('moved-on')
      const at = now.toISOString()
      const replies = await listReplies(tx, { concernId: id })
      const to = organiserOf(concern)
      const isNoted = outcome === 'upheld' && concern.entry_id !== null
      if (isNoted) {
        if (to && (replies.length === 0 || replies.some((reply) => isWaiting(reply, now))))
          return refused('reply-first')
        if (!entryNote) return invalid('entryNote', 'Write the note for the entry’s page')
        if (await tellsWho(tx, concern, entryNote)) return invalid('entryNote', tellsWhoWords)
        const given = replies.findLast((reply) => reply.public_reply !== '')?.public_reply ?? ''
        const reply = input.leaveReplyOut === '1' ? '' : given
        if (reply && (await tellsWho(tx, concern, reply)))
          return invalid(
            'leaveReplyOut',
            'The organiser’s reply could show who reported. Leave it out, and say why in a note',
          )
        await addNote(tx, { entryId: concern.entry_id!, concernId: id, text: entryNote, reply, now: at })
      }
      await settleConcern(tx, { id, state: outcome, reasons, now: at })
      const [reporter] = await findReporter(tx, { concernId: id })
      if (reporter?.email) {
        const told = { state: outcome, reasons, email: reporter.email }
        await queueMail(tx, concernSettledMail(concern, told, services.brand), services)
      }
      if (to && replies.length > 0) {
        const link = href('event', { slug: concern.entry_slug! })
        await queueMail(tx, concernToldMail(to, { id, state: outcome, entryNote, link }, services.brand), services)
      }
      await note(outcome, reasons, { before: { state: 'looking' }, after: { state: outcome } })
      return null
    })
    return await recordRefusedText(services, id, admin, done)
  },
})

/** Takes the note of an upheld concern off the entry's page; the case keeps it, with the reason. */
export const takeNoteOff = formCommand({
  permission: 'concerns',
  params: concernParams,
  schema: deskSchemas.removeNote,
  run: async ({ params: { id }, input: { removal }, admin, services }) =>
    await workOn(services, id, admin, async ({ tx, now, note }) => {
      const [removed] = await removeNote(tx, { concernId: id, reason: removal, now: now.toISOString() })
      if (!removed) return refused('moved-on')
      await note('note-removed', removal, { after: { entry: removed.entry_id } })
      return null
    }),
})

/** Shows who reported. Each look at it is in the audit log, and stands there before anything is shown. */
export const seeReporter = formCommand({
  permission: 'reporters',
  params: concernParams,
  run: async ({ params: { id }, admin, services: { sql } }) =>
    await sql.begin(async (tx) => {
      await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'concern', id }, action: 'reporter-seen' })
      const [reporter] = await findReporter(tx, { concernId: id })
      return answer({ reporter: reporter ?? ('none' as const) })
    }),
})
