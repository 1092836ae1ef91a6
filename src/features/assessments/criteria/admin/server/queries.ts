import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'

export type DraftRow = { criteria: Criterion[]; revision: number; changed_at: string; changed_by_name: string | null }

/** The next version while it is written, and who changed it last; no row where there is none. */
export const readDraft = (sql: SqlRunner) => sql<DraftRow[]>`
  select d.criteria, d.revision, d.changed_at, p.name as changed_by_name
  from criteria_draft as d
  left join people as p on p.id = d.changed_by`

/** The same, locked until the transaction ends. */
export const lockDraft = (sql: SqlRunner) => sql<Pick<DraftRow, 'criteria' | 'revision'>[]>`
  select criteria, revision from criteria_draft for update`

/** Makes a draft of the latest version; no row where there is one already. */
export const beginDraft = (sql: SqlRunner, { personId, now }: { personId: string; now: string }) => sql<
  { version: number }[]
>`
  with latest as (select version, criteria from criteria_versions order by version desc limit 1),
  begun as (
    insert into criteria_draft (criteria, changed_at, changed_by)
    select criteria, ${now}::timestamptz, ${personId}::text from latest
    on conflict do nothing
    returning true
  )
  select version from latest, begun`

export const changeDraft = (
  sql: SqlRunner,
  { criteria, personId, now }: { criteria: Criterion[]; personId: string; now: string },
) => sql<Record<string, never>[]>`
  update criteria_draft set criteria = ${asJson(criteria)}::jsonb, revision = revision + 1,
    changed_at = ${now}::timestamptz, changed_by = ${personId}::text`

/** Whether there was one. */
export const deleteDraft = (sql: SqlRunner) => sql<{ revision: number }[]>`
  delete from criteria_draft returning revision`

/** Publishes criteria as the next version. */
export const publishVersion = (
  sql: SqlRunner,
  input: { criteria: Criterion[]; note: string; personId: string; personName: string; now: string },
) => sql<{ version: number }[]>`
  insert into criteria_versions (version, criteria, note, published_at, published_by, published_by_name)
  select max(version) + 1, ${asJson(input.criteria)}::jsonb, ${input.note}::text, ${input.now}::timestamptz,
    ${input.personId}::text, ${input.personName}::text
  from criteria_versions
  returning version`

/** The ids that criteria of any published version have. */
export const listUsedIds = (sql: SqlRunner) => sql<{ id: string }[]>`
  select distinct criterion ->> 'id' as id
  from criteria_versions, jsonb_array_elements(criteria) as criterion`
