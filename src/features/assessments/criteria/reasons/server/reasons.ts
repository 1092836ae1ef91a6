import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { reasonKindNames, reasonTextLimit } from '#features/assessments/criteria/reason-kinds.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { paragraphs } from '#wire/text-schema.ts'
import type { EditedReason, ReasonsData } from '../state.ts'

/** A reason text as its form sends it. */
const reasonTextSchema = type({
  kind: type.enumerated(...reasonKindNames).configure({ sentence: 'Choose what it is a reason for' }),
  text: paragraphs(reasonTextLimit, 'Write the text'),
  /** The text that is changed; empty for a new one. */
  id: type('string <= 100').default(''),
  /** Its revision when the form was made, or the id of a new text. */
  seen: 'string <= 100',
}).onUndeclaredKey('delete')

const notices = ['added', 'saved', 'moved', 'deleted'] as const
const subjectOf = (id: string) => ({ kind: 'reason-text', id })

const loadReasons: Loader<ReasonsData> = async (request) => await reasonsPage(request)

/** The page as it stands, or after a post, with what was typed. */
async function reasonsPage(
  { query, services: { sql } }: PageRequest,
  more: Partial<Pick<ReasonsData, 'typed' | 'problems' | 'seen' | 'notice'>> = {},
): Promise<{ kind: 'page'; data: ReasonsData }> {
  const texts = await listReasonTexts(sql)
  const edited = texts.find(({ id }) => id === query.get('edit'))
  return {
    kind: 'page',
    data: {
      texts,
      editing: edited?.id ?? null,
      typed: more.typed ?? { kind: edited?.kind ?? '', text: edited?.text ?? '' },
      problems: more.problems ?? [],
      seen: more.seen ?? (edited ? String(edited.revision) : crypto.randomUUID()),
      notice: more.notice ?? notices.find((known) => known === query.get('done')) ?? null,
    },
  }
}

const changed = failure('conflict', 'Someone else has changed it.')

/** Adds a text, or changes the one that is edited unless somebody else has done so since its form was made. */
const save = formCommand({
  permission: 'criteria',
  schema: reasonTextSchema,
  run: async ({ input: { id, seen, kind, text }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const actor = byPerson(admin)
      if (!id) {
        const [same] = isUuid(seen) ? await lockReasonText(tx, { id: seen }) : []
        if (same?.kind === kind && same.text === text) return answer('added' as const)
        // Where the id is taken, somebody has gone back to the form and typed another text.
        const newId = same || !isUuid(seen) ? crypto.randomUUID() : seen
        const [added] = await addReasonText(tx, { id: newId, kind, text })
        if (added) await recordChange(tx, { actor, subject: subjectOf(newId), action: 'added', after: { kind, text } })
        return answer('added' as const)
      }
      const [stored] = isUuid(id) ? await lockReasonText(tx, { id }) : []
      if (!stored) return failure('not-found', 'There is no such text.')
      // The same form, sent twice, has nothing left to change.
      if (stored.kind === kind && stored.text === text) return answer('saved' as const)
      if (String(stored.revision) !== seen) return changed
      await changeReasonText(tx, { id, kind, text })
      const before = { kind: stored.kind, text: stored.text }
      await recordChange(tx, { actor, subject: subjectOf(id), action: 'changed', before, after: { kind, text } })
      return answer('saved' as const)
    }),
})

const move = formCommand({
  permission: 'criteria',
  schema: type({ text: 'string.uuid', by: "'up' | 'down'" }),
  run: async ({ input: { text, by }, admin, services }) => {
    await services.sql.begin(async (tx) => {
      const [moved] = await lockReasonText(tx, { id: text })
      if (!moved) return
      const ids = (await lockReasonTexts(tx, { kind: moved.kind })).map(({ id }) => id)
      const at = ids.indexOf(text)
      const to = by === 'up' ? at - 1 : at + 1
      if (to < 0 || to >= ids.length) return
      ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
      await orderReasonTexts(tx, { ids })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: subjectOf(text),
        action: 'moved',
        before: { place: at + 1 },
        after: { place: to + 1 },
      })
    })
    return answer(null)
  },
})

/** Deletes a text. Decisions that were given it as their reason keep their copy. */
const remove = formCommand({
  permission: 'criteria',
  schema: type({ text: 'string.uuid', seen: 'string <= 100' }),
  run: async ({ input: { text: id, seen }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const [stored] = await lockReasonText(tx, { id })
      if (!stored) return answer(null)
      if (String(stored.revision) !== seen) return changed
      await deleteReasonText(tx, { id })
      const before = { kind: stored.kind, text: stored.text }
      await recordChange(tx, { actor: byPerson(admin), subject: subjectOf(id), action: 'deleted', before })
      return answer(null)
    }),
})

/** The reasons' page: a text is added, changed, moved or deleted. */
export const adminReasons = handler({
  load: loadReasons,
  act: formsByIntent<ReasonsData>(
    {
      move: formPost<ReasonsData, typeof move>(move, {
        done: () => adminHref('adminReasons', { done: 'moved' }),
        again: loadReasons,
      }),
      delete: formPost<ReasonsData, typeof remove>(remove, {
        done: () => adminHref('adminReasons', { done: 'deleted' }),
        again: (request, _, why) => reasonsPage(request, why.failure === 'conflict' ? { notice: 'conflict' } : {}),
      }),
    },
    formPost<ReasonsData, typeof save>(save, {
      input: ({ form, query }) => ({ ...form, id: query.get('edit') ?? '' }),
      done: (done) => adminHref('adminReasons', { done }),
      again: ({ form: { kind = '', text = '', seen }, ...request }, { problems }, why) => {
        const typed = { kind, text }
        if (why.failure === 'not-found') return reasonsPage(request, { typed, notice: 'gone' })
        if (why.failure === 'conflict') return reasonsPage(request, { typed, notice: 'conflict' })
        return reasonsPage(request, { typed, problems, ...(seen === undefined ? {} : { seen }) })
      },
    }),
  ),
})

/** Every text, by kind in their order. */
const listReasonTexts = (sql: SqlRunner) => sql<EditedReason[]>`
  select id, kind, text, revision from reason_texts order by kind, position, id`

/** The texts of one kind in their order, locked until the transaction ends. */
const lockReasonTexts = (sql: SqlRunner, { kind }: { kind: string }) => sql<EditedReason[]>`
  select id, kind, text, revision from reason_texts where kind = ${kind}::text order by position, id for update`

const lockReasonText = (sql: SqlRunner, { id }: { id: string }) => sql<EditedReason[]>`
  select id, kind, text, revision from reason_texts where id = ${id}::uuid for update`

/** Behind the others of its kind. No row where the id is taken. */
const addReasonText = (sql: SqlRunner, { id, kind, text }: { id: string; kind: string; text: string }) => sql<
  { id: string }[]
>`
  insert into reason_texts (id, kind, text, position)
  select ${id}::uuid, ${kind}::text, ${text}::text, coalesce(max(position), 0) + 10
  from reason_texts where kind = ${kind}::text
  on conflict (id) do nothing
  returning id`

/** A text that changes its kind goes behind the others of the new one. */
const changeReasonText = (sql: SqlRunner, { id, kind, text }: { id: string; kind: string; text: string }) => sql<
  Record<string, never>[]
>`
  update reason_texts as r set kind = ${kind}::text, text = ${text}::text, revision = revision + 1,
    position = case when r.kind = ${kind}::text then r.position
      else (select coalesce(max(position), 0) + 10 from reason_texts where kind = ${kind}::text) end
  where id = ${id}::uuid`

const deleteReasonText = (sql: SqlRunner, { id }: { id: string }) => sql<Record<string, never>[]>`
  delete from reason_texts where id = ${id}::uuid`

const orderReasonTexts = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Record<string, never>[]>`
  update reason_texts as r set position = o.place * 10
  from unnest(${ids}::uuid[]) with ordinality as o (id, place)
  where r.id = o.id and r.position <> o.place * 10`
