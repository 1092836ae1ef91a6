import type { Services } from '#requests/services.ts'
import { type Answers, draftDays, type SavedDraft, sameAnswers } from '../rules.ts'
import { type DraftRow, deleteExpired, findDraft, insertDraft, updateDraft } from './queries.ts'

type DraftToSave = {
  /** The draft and the revision that its writer has seen; null and 0 for none. */
  id: string | null
  revision: number
  writer: string
  count: number
  answers: Answers
  submissionKey: string
}

/** `saved`: stored; a new one has to be named in the browser's cookie. `other`: a version that the writer has not seen stays. */
type SaveOutcome = { kind: 'saved'; draft: SavedDraft; isNew: boolean } | { kind: 'other'; draft: SavedDraft }

/**
 * Stores the answers of an unfinished application, unless another page or device has changed it since the writer last saw it.
 * The same answers again, and the writer's own later attempt, are never refused.
 *
 * @param held the id that the browser's signed cookie names. An id in the request alone opens nothing.
 */
export async function saveDraft(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  held: string | null,
  { id, revision, writer, count, answers, submissionKey }: DraftToSave,
): Promise<SaveOutcome> {
  const at = now()
  const expiresAt = new Date(at.getTime() + draftDays * 86_400_000).toISOString()
  const version = { answers, submissionKey, writer, count, now: at.toISOString(), expiresAt }
  if (held) {
    const seen = id === held ? revision : null
    const [updated] = await updateDraft(sql, { id: held, revision: seen, ...version })
    if (updated) return { kind: 'saved', draft: shownDraft(updated), isNew: false }
    const [other] = await findDraft(sql, { id: held, now: at.toISOString() })
    if (other) {
      const isSame = sameAnswers(other.answers, answers)
      return isSame
        ? { kind: 'saved', draft: shownDraft(other), isNew: false }
        : { kind: 'other', draft: shownDraft(other) }
    }
  }
  const [made] = await insertDraft(sql, version)
  return { kind: 'saved', draft: shownDraft(made!), isNew: true }
}

/** The unfinished application that a browser's signed cookie names; null when there is none, or its time is over. */
export async function heldDraft(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  held: string | null,
): Promise<SavedDraft | null> {
  const [row] = held ? await findDraft(sql, { id: held, now: now().toISOString() }) : []
  return row ? shownDraft(row) : null
}

function shownDraft({ id, revision, answers, submission_key, saved_at, expires_at }: DraftRow): SavedDraft {
  return { id, revision, answers, submissionKey: submission_key, savedAt: saved_at, expiresAt: expires_at }
}

/** The job that forgets unfinished applications whose time is over, with everything that was typed into them. */
export async function deleteExpiredDrafts(
  _payload: Record<string, never>,
  { sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>,
): Promise<void> {
  const gone = await deleteExpired(sql, { now: now().toISOString() })
  if (gone.length > 0) log.info('unfinished applications deleted', { count: gone.length })
}
