import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { changeDraft, lockDraft } from './queries.ts'

/** What is done to the draft, and what the log of changes says of it. */
type DraftChange = {
  criteria: Criterion[]
  action: 'added' | 'changed' | 'moved' | 'removed'
  /** The criterion that it is about. */
  id: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Changes the draft in one transaction.
 * @param revision of the draft that its editor has seen: after another change it is a conflict.
 * @param change what to do, of the draft's criteria; null where that is done already.
 * @returns null, or a conflict whose details say why (`changed`, or `no-draft` where there is none).
 */
export async function changeDraftBy(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  { admin, revision }: { admin: Admin; revision: number },
  change: (criteria: Criterion[], tx: Transaction) => Promise<DraftChange | null>,
): Promise<Failure | null> {
  return await sql.begin(async (tx) => {
    const [draft] = await lockDraft(tx)
    if (!draft) return conflict('no-draft')
    const wanted = await change(draft.criteria, tx)
    if (!wanted) return null
    if (draft.revision !== revision) return conflict('changed')
    const { criteria, action, id, before, after } = wanted
    await changeDraft(tx, { criteria, personId: admin.id, now: now().toISOString() })
    const subject = { kind: 'criterion', id }
    await recordChange(tx, { actor: byPerson(admin), subject, action, before: before ?? null, after: after ?? null })
    return null
  })
}

export function conflict(why: 'changed' | 'no-draft' | 'same'): Failure {
  return failure('conflict', 'The draft has changed.', { details: { why } })
}
