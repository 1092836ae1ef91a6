import { adminHref } from '#admin-pages.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { listSteps, stepOf } from '#features/concerns/server/case-steps.ts'
import { deskPeople } from '#features/concerns/server/desk-people.ts'
import type { AnyCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { emptyForm } from '#wire/form.ts'
import type { AdminConcernData, ConcernNotice } from '../state.ts'
import { askOrganiser, assign, setEntry, takeUp, writeNote } from './desk-commands.ts'
import { type ConcernRow, findConcern, findNote, listReplies } from './desk-queries.ts'
import { seeReporter, settle, takeNoteOff } from './settle-concern.ts'

const notices: readonly ConcernNotice[] = [
  'taken-up',
  'assigned',
  'entry-named',
  'noted',
  'asked',
  'settled',
  'note-removed',
]

type More = Partial<Pick<AdminConcernData, 'form' | 'notice' | 'reporter'>>

/** The page of a case, as it stands or after a post with what was typed. */
async function concernPage(
  { params, query, services, visitor }: PageRequest,
  more: More = {},
): Promise<PageAnswer<AdminConcernData>> {
  const { sql, now } = services
  const id = params.id ?? ''
  const [row] = isUuid(id) ? await findConcern(sql, { id }) : []
  if (!row) return { kind: 'not-found' }
  const [replies, [note], steps, desk, mayEditRegister, maySeeReporter] = await Promise.all([
    listReplies(sql, { concernId: id }),
    findNote(sql, { concernId: id }),
    listSteps(sql, { concernId: id }),
    deskPeople(sql),
    visitor.holds('register'),
    visitor.holds('reporters'),
  ])
  return {
    kind: 'page',
    data: {
      id,
      reference: row.reference,
      about: row.about,
      inDanger: row.in_danger,
      state: row.state,
      event: row.event,
      place: row.place,
      occurred: row.occurred,
      happened: row.happened,
      outcome: row.outcome,
      receivedAt: row.received_at,
      promisedAt: row.promised_at,
      isLate: row.state === 'received' && new Date(row.promised_at) < now(),
      assignedTo: row.assigned_to,
      entry: entryOf(row),
      replies: replies.map((reply) => ({
        id: reply.id,
        question: reply.question,
        askedAt: reply.asked_at,
        expiresAt: reply.expires_at,
        answeredAt: reply.answered_at,
        answer: reply.answer,
        publicReply: reply.public_reply,
      })),
      note: note
        ? {
            text: note.text,
            reply: note.reply,
            notedAt: note.noted_at,
            removedAt: note.removed_at,
            removedReason: note.removed_reason,
          }
        : null,
      steps: steps.map(stepOf),
      desk,
      reporter: null,
      mayEditRegister,
      maySeeReporter,
      notice: notices.find((known) => known === query.get('done')) ?? null,
      form: emptyForm,
      ...more,
    },
  }
}

function entryOf(row: ConcernRow): AdminConcernData['entry'] {
  const { entry_id: id, entry_number: number, entry_title: title, entry_slug: slug, entry_status: status } = row
  if (!id || !number || !title || !slug || !status) return null
  return { id, number, title, slug, status, hasOrganiser: row.organiser_email !== null }
}

/** A form of the page, and what the page says once it was taken. */
function form<C extends AnyCommand>(command: C, done: ConcernNotice) {
  return formPost<AdminConcernData, C>(command, {
    done: (_, { params }) => adminHref('adminConcern', { id: params.id! }, { done }),
    again: (request, typed, { details }) => {
      const notice = notices.concat('moved-on', 'no-organiser', 'reply-first').find((each) => each === details?.notice)
      return concernPage(request, { form: typed, notice: notice ?? null })
    },
  })
}

export const adminConcern = handler<AdminConcernData>({
  load: async (request) => await concernPage(request),
  act: formsByIntent(
    {
      'take-up': form(takeUp, 'taken-up'),
      assign: form(assign, 'assigned'),
      entry: form(setEntry, 'entry-named'),
      ask: form(askOrganiser, 'asked'),
      settle: form(settle, 'settled'),
      'remove-note': form(takeNoteOff, 'note-removed'),
      reporter: formPost(seeReporter, {
        done: ({ reporter }, request) => concernPage(request, { reporter, notice: null }),
        again: (request, typed) => concernPage(request, { form: typed, notice: null }),
      }),
    },
    form(writeNote, 'noted'),
  ),
})
