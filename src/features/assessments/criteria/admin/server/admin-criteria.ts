import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { lockKeys } from '#database/lock-keys.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { compareCriteria } from '#features/assessments/criteria/compare-criteria.ts'
import { criterionSchema } from '#features/assessments/criteria/schema.ts'
import { latestCriteria } from '#features/assessments/criteria/server/queries.ts'
import { versionOf } from '#features/assessments/criteria/server/read-criteria.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type Action, handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { publishSchema, revisionField } from '../schema.ts'
import type { AdminCriteriaData, CriteriaNotice } from '../state.ts'
import { changeDraftBy, conflict } from './change-draft.ts'
import { beginDraft, deleteDraft, lockDraft, publishVersion, readDraft } from './queries.ts'

const notices = ['begun', 'added', 'saved', 'moved', 'removed', 'published', 'discarded'] as const

const loadAdminCriteria: Loader<AdminCriteriaData> = async (request) =>
  await criteriaPage(request, { notice: notices.find((known) => known === request.query.get('done')) ?? null })

/** The page as it stands, or after a post, with what was typed. */
async function criteriaPage(
  { services: { sql } }: PageRequest,
  more: Partial<Pick<AdminCriteriaData, 'notice' | 'note' | 'problems'>> = {},
): Promise<{ kind: 'page'; data: AdminCriteriaData }> {
  const [[published], [draft]] = await Promise.all([latestCriteria(sql), readDraft(sql)])
  return {
    kind: 'page',
    data: {
      published: { ...versionOf(published!), criteria: published!.criteria },
      draft: draft
        ? {
            criteria: draft.criteria,
            revision: draft.revision,
            changedAt: draft.changed_at,
            changedByName: draft.changed_by_name,
            differences: compareCriteria(published!.criteria, draft.criteria),
          }
        : null,
      notice: more.notice ?? null,
      note: more.note ?? '',
      problems: more.problems ?? [],
    },
  }
}

/** Makes a draft of the latest version; where there is one already, that one is it. */
const begin = formCommand({
  permission: 'criteria',
  schema: type({}),
  run: async ({ admin, services: { sql, now } }) => {
    await sql.begin(async (tx) => {
      // Not while a version is published: the draft would be one of the version before it.
      await lockKeys(tx, { keys: ['criteria'] })
      const [begun] = await beginDraft(tx, { personId: admin.id, now: now().toISOString() })
      if (!begun) return
      const after = { of: begun.version }
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'criteria', id: 'draft' },
        action: 'begun',
        after,
      })
    })
    return answer(null)
  },
})

/** Puts a criterion before or behind its neighbour of the same group. */
const move = formCommand({
  permission: 'criteria',
  schema: type({ criterion: 'string <= 40', by: "'up' | 'down'", revision: revisionField }),
  run: async ({ input: { criterion, by, revision }, admin, services }) => {
    const refused = await changeDraftBy(services, { admin, revision }, async (criteria) => {
      const from = criteria.findIndex(({ id }) => id === criterion)
      const isNeighbour = ({ group }: { group: string }) => group === criteria[from]?.group
      const to =
        by === 'up'
          ? criteria.slice(0, Math.max(0, from)).findLastIndex(isNeighbour)
          : criteria.findIndex((each, at) => at > from && isNeighbour(each))
      if (from === -1 || to === -1) return null
      const moved = criteria.with(from, criteria[to]!).with(to, criteria[from]!)
      return { criteria: moved, action: 'moved', id: criterion, before: { place: from + 1 }, after: { place: to + 1 } }
    })
    return refused ?? answer(null)
  },
})

const publish = formCommand({
  permission: 'criteria',
  schema: publishSchema,
  run: async ({ input: { note, revision }, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      await lockKeys(tx, { keys: ['criteria'] })
      const [draft] = await lockDraft(tx)
      if (!draft) return conflict('no-draft')
      if (draft.revision !== revision) return conflict('changed')
      const [latest] = await latestCriteria(tx)
      // An editor's form let each of them in; what is published for good is checked once more as a whole.
      const criteria = criterionSchema.array().assert(draft.criteria)
      if (criteria.length === 0 || compareCriteria(latest!.criteria, criteria).length === 0) return conflict('same')
      const at = now().toISOString()
      const [published] = await publishVersion(tx, {
        criteria,
        note,
        personId: admin.id,
        personName: admin.name,
        now: at,
      })
      await deleteDraft(tx)
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'criteria', id: String(published!.version) },
        action: 'published',
        after: { note, criteria: criteria.length },
      })
      return answer(null)
    }),
})

const discard = formCommand({
  permission: 'criteria',
  schema: type({ revision: revisionField }),
  run: async ({ input: { revision }, admin, services: { sql } }) =>
    await sql.begin(async (tx) => {
      const [draft] = await lockDraft(tx)
      if (!draft) return answer(null)
      if (draft.revision !== revision) return conflict('changed')
      await deleteDraft(tx)
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'criteria', id: 'draft' },
        action: 'discarded',
      })
      return answer(null)
    }),
})

/** A button of the page, and what the page says when it is done. */
function button(command: Parameters<typeof formPost>[0], done: CriteriaNotice): Action<AdminCriteriaData> {
  return formPost<AdminCriteriaData, typeof command>(command, {
    done: () => adminHref('adminCriteria', { done }),
    again: (request, { problems }, why) => {
      const notice: CriteriaNotice | null =
        why.failure === 'conflict' ? (why.details?.why === 'same' ? 'same' : 'changed') : null
      return criteriaPage(request, { notice, problems, note: request.form.note ?? '' })
    },
  })
}

/** The criteria: a draft of the next version is begun, put in order, published or discarded. */
export const adminCriteria = handler({
  load: loadAdminCriteria,
  act: formsByIntent(
    {
      begin: button(begin, 'begun'),
      move: button(move, 'moved'),
      discard: button(discard, 'discarded'),
      publish: button(publish, 'published'),
    },
    loadAdminCriteria,
  ),
})
