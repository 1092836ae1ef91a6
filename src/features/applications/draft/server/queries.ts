import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Answers } from '../rules.ts'

export type DraftRow = {
  id: string
  revision: number
  answers: Answers
  submission_key: string
  saved_at: string
  expires_at: string
}

export const insertDraft = (
  sql: SqlRunner,
  input: { answers: Answers; submissionKey: string; writer: string; count: number; now: string; expiresAt: string },
) => sql<DraftRow[]>`
  insert into application_drafts (answers, submission_key, writer, writer_count, created_at, saved_at, expires_at)
  values (${asJson(input.answers)}::jsonb, ${input.submissionKey}::uuid, ${input.writer}::uuid, ${input.count}::bigint,
    ${input.now}::timestamptz, ${input.now}::timestamptz, ${input.expiresAt}::timestamptz)
  returning id, revision, answers, submission_key, saved_at, expires_at`

/**
 * No row when another page has written since, or there is no such draft.
 * @param input.revision revision that the page has seen (null: none)
 */
export const updateDraft = (
  sql: SqlRunner,
  input: {
    id: string
    revision: number | null
    answers: Answers
    submissionKey: string
    writer: string
    count: number
    now: string
    expiresAt: string
  },
) => sql<DraftRow[]>`
  update application_drafts set
    answers = ${asJson(input.answers)}::jsonb, submission_key = ${input.submissionKey}::uuid, revision = revision + 1,
      writer = ${input.writer}::uuid, writer_count = ${input.count}::bigint,
    saved_at = ${input.now}::timestamptz, expires_at = ${input.expiresAt}::timestamptz
  where id = ${input.id}::uuid and expires_at > ${input.now}::timestamptz
    and (revision = ${input.revision}::integer or (writer = ${input.writer}::uuid and writer_count <= ${input.count}::bigint))
  returning id, revision, answers, submission_key, saved_at, expires_at`

/** The draft, unless its time is over. */
export const findDraft = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<DraftRow[]>`
  select id, revision, answers, submission_key, saved_at, expires_at
  from application_drafts
  where id = ${id}::uuid and expires_at > ${now}::timestamptz`

/** Its links say from now on that it has been sent: they open nothing more, and lead the applicant to the application. */
export const keepLinksOfDraft = (
  sql: SqlRunner,
  { id, applicationId, now }: { id: string; applicationId: string; now: string },
) => sql<Record<string, never>[]>`
  update access_links
  set application_id = ${applicationId}::uuid, draft_id = null, was_draft = true, used_at = coalesce(used_at, ${now}::timestamptz)
  where draft_id = ${id}::uuid`

/** It has been sent, or is not wanted. Its links go with it. */
export const deleteDraft = (sql: SqlRunner, { id }: { id: string }) => sql<Record<string, never>[]>`
  delete from application_drafts where id = ${id}::uuid`

/** Drafts whose time is over. */
export const deleteExpired = (sql: SqlRunner, { now }: { now: string }) => sql<{ id: string }[]>`
  delete from application_drafts where expires_at <= ${now}::timestamptz
  returning id`
