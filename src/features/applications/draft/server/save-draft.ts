import { type CamelSql, camel } from '#database/camel.ts'
import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'
import { draftDays, type SavedDraft, sameAnswers } from '../rules.ts'

/** `id` and `revision` are what its writer has seen; null and 0 for none. */
type DraftToSave = Omit<SavedDraft, 'id' | 'savedAt' | 'expiresAt'> & {
  id: string | null
  writer: string
  count: number
}

/** `other`: a version that the writer has not seen stays. */
type SaveOutcome = { kind: 'saved'; draft: SavedDraft; isNew: boolean } | { kind: 'other'; draft: SavedDraft }

/** The same answers, and the writer's own later attempt, are never refused. @param held of the signed cookie: no other id opens a draft. */
export async function saveDraft(
  services: Pick<Services, 'sql' | 'now'>,
  held: string | null,
  { id, revision, writer, count, answers, submissionKey }: DraftToSave,
): Promise<SaveOutcome> {
  const sql = camel(services.sql)
  const at = services.now()
  const now = at.toISOString()
  const expiresAt = new Date(at.getTime() + draftDays * 86_400_000).toISOString()
  if (held) {
    const seen = id === held ? revision : null
    const [updated] = await sql<SavedDraft[]>`
      update application_drafts set
        answers = ${asJson(answers)}::jsonb, submission_key = ${submissionKey}::uuid, revision = revision + 1,
        writer = ${writer}::uuid, writer_count = ${count}::bigint, saved_at = ${now}::timestamptz,
        expires_at = ${expiresAt}::timestamptz
      where id = ${held}::uuid and expires_at > ${now}::timestamptz
        and (revision = ${seen}::integer or (writer = ${writer}::uuid and writer_count <= ${count}::bigint))
      returning id, revision, answers, submission_key, saved_at, expires_at`
    if (updated) return { kind: 'saved', draft: updated, isNew: false }
    const [other] = await findDraft(sql, { id: held, now })
    if (other) {
      const isSame = sameAnswers(other.answers, answers)
      return isSame ? { kind: 'saved', draft: other, isNew: false } : { kind: 'other', draft: other }
    }
  }
  const [made] = await sql<SavedDraft[]>`
    insert into application_drafts (answers, submission_key, writer, writer_count, created_at, saved_at, expires_at)
    values (${asJson(answers)}::jsonb, ${submissionKey}::uuid, ${writer}::uuid, ${count}::bigint,
      ${now}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz)
    returning id, revision, answers, submission_key, saved_at, expires_at`
  return { kind: 'saved', draft: made!, isNew: true }
}

export async function heldDraft(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  held: string | null,
): Promise<SavedDraft | null> {
  const [draft] = held ? await findDraft(camel(sql), { id: held, now: now().toISOString() }) : []
  return draft ?? null
}

const findDraft = (sql: CamelSql, { id, now }: { id: string; now: string }) => sql<SavedDraft[]>`
  select id, revision, answers, submission_key, saved_at, expires_at
  from application_drafts
  where id = ${id}::uuid and expires_at > ${now}::timestamptz`

/** Its links are deleted with it. */
export async function deleteDraft(sql: SqlRunner, { id }: { id: string }): Promise<void> {
  await sql`delete from application_drafts where id = ${id}::uuid`
}

export async function deleteExpiredDrafts(
  _payload: Record<string, never>,
  { sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>,
): Promise<void> {
  const deleted = await sql<{ id: string }[]>`
    delete from application_drafts where expires_at <= ${now().toISOString()}::timestamptz returning id`
  if (deleted.length > 0) log.info('unfinished applications deleted', { count: deleted.length })
}
