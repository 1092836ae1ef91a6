import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { changedMeanwhile, command, did, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { failure } from '#wire/failure.ts'
import { type ReasonKind, reasonProblem } from '../reason-kinds.ts'
import { reasonForm } from './form.ts'

type ReasonRow = { id: string; kind: ReasonKind; text: string; revision: number }

const subjectOf = (id: string) => ({ kind: 'reason-text', id })

const lockText = (sql: CamelSql, { id }: { id: string }) => sql<ReasonRow[]>`
  select id, kind, text, revision from reason_texts where id = ${id}::uuid for update`

const hasChanged = changedMeanwhile('Nothing was changed: the text has changed since you opened it')
const isGone = failure('not-found', 'There is no such text.', {
  details: {
    outcome: {
      tone: 'warning',
      title: 'Not saved: the text was deleted since you opened it',
      text: 'What you typed is still in the form. If you save, it is added as a new text.',
    },
  },
})

/** Adds a text, or changes the one that the address names. */
const save = command({
  permission: 'criteria',
  form: reasonForm,
  run: async ({ input: { seen, kind, text }, pageQuery, sql }) => {
    const problem = reasonProblem(kind, text)
    if (problem) return wrong({ text: problem })
    const id = pageQuery.get('edit')
    if (!id) {
      const [same] = isUuid(seen) ? await lockText(sql, { id: seen }) : []
      if (same?.kind === kind && same.text === text) return did({ done: 'added' })
      // If the id is taken, somebody has gone back to the form and typed another text.
      const newId = same || !isUuid(seen) ? crypto.randomUUID() : seen
      const [added] = await sql<{ id: string }[]>`
        insert into reason_texts (id, kind, text, position)
        select ${newId}::uuid, ${kind}::text, ${text}::text, coalesce(max(position), 0) + 10
        from reason_texts where kind = ${kind}::text
        on conflict (id) do nothing
        returning id`
      const audit = added ? { subject: subjectOf(newId), action: 'added', after: { kind, text } } : []
      return did({ done: 'added', audit })
    }
    const [stored] = isUuid(id) ? await lockText(sql, { id }) : []
    if (!stored) return isGone
    if (stored.kind === kind && stored.text === text) return did({ done: 'saved' })
    if (String(stored.revision) !== seen) return hasChanged
    // A text of another kind becomes its last.
    await sql`
      update reason_texts as r set kind = ${kind}::text, text = ${text}::text, revision = revision + 1,
        position = case when r.kind = ${kind}::text then r.position
          else (select coalesce(max(position), 0) + 10 from reason_texts where kind = ${kind}::text) end
      where id = ${id}::uuid`
    const before = { kind: stored.kind, text: stored.text }
    return did({ done: 'saved', audit: { subject: subjectOf(id), action: 'changed', before, after: { kind, text } } })
  },
  done: { added: 'The text was added', saved: 'The text was saved' },
})

const move = command({
  permission: 'criteria',
  schema: type({ text: 'string.uuid', by: "'up' | 'down'" }),
  run: async ({ input: { text, by }, sql }) => {
    const [moved] = await lockText(sql, { id: text })
    if (!moved) return did()
    const texts = await sql<ReasonRow[]>`
      select id, kind, text, revision from reason_texts where kind = ${moved.kind}::text order by position, id for update`
    const ids = texts.map(({ id }) => id)
    const at = ids.indexOf(text)
    const to = by === 'up' ? at - 1 : at + 1
    if (to < 0 || to >= ids.length) return did()
    ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
    await sql`
      update reason_texts as r set position = o.place * 10
      from unnest(${ids}::uuid[]) with ordinality as o (id, place)
      where r.id = o.id and r.position <> o.place * 10`
    const places = { before: { place: at + 1 }, after: { place: to + 1 } }
    return did({ audit: { subject: subjectOf(text), action: 'moved', ...places } })
  },
  done: { moved: 'The order was changed' },
})

/** Decisions keep their copy. */
const remove = command({
  permission: 'criteria',
  schema: type({ text: 'string.uuid', seen: 'string <= 100' }),
  run: async ({ input: { text: id, seen }, sql }) => {
    const [stored] = await lockText(sql, { id })
    if (!stored) return did()
    if (String(stored.revision) !== seen) return hasChanged
    await sql`delete from reason_texts where id = ${id}::uuid`
    const before = { kind: stored.kind, text: stored.text }
    return did({ audit: { subject: subjectOf(id), action: 'deleted', before } })
  },
  done: { deleted: 'The text was deleted' },
})

export const adminReasons = page('adminReasons', {
  commands: { save, move, delete: remove },
  load: async ({ query, sql, refused, typed }) => {
    const texts = await sql<ReasonRow[]>`
      select id, kind, text, revision from reason_texts order by kind, position, id`
    const edited = texts.find(({ id }) => id === query.get('edit'))
    const isTyped = refused !== null && !typed.intent
    const stored = { kind: edited?.kind ?? '', text: edited?.text ?? '' }
    return {
      texts,
      editing: edited?.id ?? null,
      typed: isTyped ? { kind: typed.kind ?? '', text: typed.text ?? '' } : stored,
      seen:
        (isTyped && refused.failure === 'invalid' && typed.seen) ||
        (edited ? String(edited.revision) : crypto.randomUUID()),
    }
  },
  status: () => null,
})
