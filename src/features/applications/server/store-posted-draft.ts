import { type } from 'arktype'
import { takeRateLimit } from '../../../database/rate-limit.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { href } from '../../../pages.ts'
import { draftCookie, noDraftCookie, readDraftId } from '../../../requests/ownership.ts'
import type { Action, PageAnswer } from '../../../requests/page-loader.ts'
import { sendDraftLink } from '../access/server/send-draft-link.ts'
import type { SavedMark } from '../draft/rules.ts'
import { saveDraftSchema } from '../draft/schema.ts'
import { newDraftLimit } from '../draft/server/api.ts'
import { deleteDraft } from '../draft/server/queries.ts'
import { saveDraft } from '../draft/server/save-draft.ts'
import type { ApplyData, Draft } from '../rules.ts'

type Request = Parameters<Action<ApplyData>>[0]
type Kept = { writer: string; saved: SavedMark | null; hasOther: boolean; cookies: string[] }

/**
 * Saves the answers of an ordinary post, once they hold an email address. The form carries the version that it was made from;
 * where another has been saved since, that one stays, and the page says so before the next post writes over it.
 */
export async function keepDraft(
  { form, headers, visitor, services }: Request,
  answers: Draft,
  submissionKey: string,
): Promise<Kept> {
  const revision = Number(form.draftRevision)
  // It stays the same while the form is posted on: who goes back and posts an earlier page again is no stranger.
  const writer = isUuid(form.writer) ? form.writer : crypto.randomUUID()
  const nothing = { writer, saved: null, hasOther: false, cookies: [] }
  const save = saveDraftSchema({
    id: form.draftId || null,
    revision: Number.isSafeInteger(revision) ? revision : 0,
    writer,
    count: services.now().getTime(),
    answers,
    submissionKey,
  })
  if (save instanceof type.errors) return nothing
  const held = readDraftId(headers.get('cookie') ?? '', services)
  if (!held && (await takeRateLimit(services.sql, newDraftLimit, visitor.address)) !== null) {
    return nothing
  }
  const outcome = await saveDraft(services, held, save)
  const { id, revision: now, savedAt, expiresAt } = outcome.draft
  return {
    writer,
    saved: { id, revision: now, savedAt, expiresAt },
    hasOther: outcome.kind === 'other',
    cookies: [draftCookie(headers.get('cookie') ?? '', id, services)],
  }
}

/** Deletes what the server has of the answers, and leads to an empty form. */
export async function deleteAnswers({ headers, services }: Request): Promise<PageAnswer<ApplyData>> {
  const held = readDraftId(headers.get('cookie') ?? '', services)
  if (held) await deleteDraft(services.sql, { id: held })
  return { kind: 'redirect', to: href('apply'), status: 303, cookies: held ? [noDraftCookie(services)] : [] }
}

const linkLimit = { name: 'application-draft-link', points: 6, seconds: 600 }

/** Mails the link to another device that the form has asked for; null where nothing is saved that it could lead to. */
export async function mailLink(
  { visitor, services }: Request,
  saved: SavedMark | null,
  email: string,
): Promise<'sent' | 'too-often' | null> {
  if (!saved) return null
  if ((await takeRateLimit(services.sql, linkLimit, visitor.address)) !== null) return 'too-often'
  const wait = await sendDraftLink(services, { draftId: saved.id, email: email.trim() })
  return wait === null ? 'sent' : 'too-often'
}
