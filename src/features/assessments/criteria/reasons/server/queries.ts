import type { SqlRunner } from '#database/sql.ts'
import type { EditedReason } from '../state.ts'

/** Every text, by kind in their order. */
export const listReasonTexts = (sql: SqlRunner) => sql<EditedReason[]>`
  select id, kind, text, revision from reason_texts order by kind, position, id`

/** The texts of one kind in their order, locked until the transaction ends. */
export const lockReasonTexts = (sql: SqlRunner, { kind }: { kind: string }) => sql<EditedReason[]>`
  select id, kind, text, revision from reason_texts where kind = ${kind}::text order by position, id for update`

export const lockReasonText = (sql: SqlRunner, { id }: { id: string }) => sql<EditedReason[]>`
  select id, kind, text, revision from reason_texts where id = ${id}::uuid for update`

/** Behind the others of its kind. No row where the id is taken. */
export const addReasonText = (sql: SqlRunner, { id, kind, text }: { id: string; kind: string; text: string }) => sql<
  { id: string }[]
>`
  insert into reason_texts (id, kind, text, position)
  select ${id}::uuid, ${kind}::text, ${text}::text, coalesce(max(position), 0) + 10
  from reason_texts where kind = ${kind}::text
  on conflict (id) do nothing
  returning id`

/** A text that changes its kind goes behind the others of the new one. */
export const changeReasonText = (sql: SqlRunner, { id, kind, text }: { id: string; kind: string; text: string }) => sql<
  Record<string, never>[]
>`
  update reason_texts as r set kind = ${kind}::text, text = ${text}::text, revision = revision + 1,
    position = case when r.kind = ${kind}::text then r.position
      else (select coalesce(max(position), 0) + 10 from reason_texts where kind = ${kind}::text) end
  where id = ${id}::uuid`

export const deleteReasonText = (sql: SqlRunner, { id }: { id: string }) => sql<Record<string, never>[]>`
  delete from reason_texts where id = ${id}::uuid`

export const orderReasonTexts = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Record<string, never>[]>`
  update reason_texts as r set position = o.place * 10
  from unnest(${ids}::uuid[]) with ordinality as o (id, place)
  where r.id = o.id and r.position <> o.place * 10`
