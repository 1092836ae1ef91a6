import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { SqlRunner } from '#database/sql.ts'
import { compareCriteria } from '#features/assessments/criteria/compare-criteria.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type FormRequest, handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Failure } from '#wire/failure.ts'
import { inputOfCriterion, typedCriterion } from '../criterion-form.ts'
import { criterionFormSchema, criterionOf, revisionField } from '../schema.ts'
import type { AdminCriterionData } from '../state.ts'
import { changeDraftBy } from './change-draft.ts'
import { listUsedIds, readDraft } from './queries.ts'

const newId = 'new'

const loadCriterion: Loader<AdminCriterionData> = async (request) => {
  const [draft] = await readDraft(request.services.sql)
  // Without a draft there is nothing to edit; the list says how to begin one.
  if (!draft) return { kind: 'redirect', to: adminHref('adminCriteria'), status: 303 }
  return await criterionPage(request)
}

/** The form as it stands, or after a post, with what was typed. */
async function criterionPage(
  { params, query, services: { sql } }: PageRequest,
  more: Partial<Pick<AdminCriterionData, 'typed' | 'problems' | 'conflict'>> = {},
): Promise<PageAnswer<AdminCriterionData>> {
  const id = params.id === newId ? null : params.id!
  const [draft] = await readDraft(sql)
  const stored = draft?.criteria.find((criterion) => criterion.id === id) ?? null
  if (id && !stored && !more.typed) return { kind: 'not-found' }
  return {
    kind: 'page',
    data: {
      id,
      name: stored?.name ?? '',
      typed: more.typed ?? typedCriterion(stored),
      problems: more.problems ?? [],
      revision: draft?.revision ?? 0,
      conflict: more.conflict ?? null,
      saved: !more.typed && query.get('done') === 'saved',
    },
  }
}

const params = type({ id: 'string <= 40' })

/** Adds a criterion to the draft, or changes one. The same form, sent twice, has nothing left to do. */
const save = formCommand({
  permission: 'criteria',
  params,
  schema: criterionFormSchema,
  run: async ({ params: { id }, input, admin, services }) => {
    let savedAs = id
    const refused = await changeDraftBy(services, { admin, revision: input.revision }, async (criteria, tx) => {
      const wanted = criterionOf(id, input)
      if (id === newId) {
        const same = criteria.find((known) => Bun.deepEquals({ ...known, id }, wanted))
        savedAs = same?.id ?? (await freeId(tx, criteria, wanted.name))
        if (same) return null
        const added = { ...wanted, id: savedAs }
        return { criteria: [...criteria, added], action: 'added', id: savedAs, after: { name: added.name } }
      }
      const stored = criteria.find((known) => known.id === id)
      if (!stored) {
        // Removed by somebody else while it was edited: it comes back as it was typed.
        return { criteria: [...criteria, wanted], action: 'added', id, after: { name: wanted.name } }
      }
      const [difference] = compareCriteria([stored], [wanted])
      if (difference?.kind !== 'changed') return null
      const told = (side: 'before' | 'after') =>
        Object.fromEntries(difference.fields.map((each) => [each.field, each[side]]))
      const changed = criteria.map((known) => (known.id === id ? wanted : known))
      return { criteria: changed, action: 'changed', id, before: told('before'), after: told('after') }
    })
    return refused ?? answer({ id: savedAs })
  },
})

/** An id for a new criterion, made of its name: none that one has, or ever had in a published version. */
async function freeId(sql: SqlRunner, criteria: Criterion[], name: string): Promise<string> {
  const used = new Set([newId, ...criteria.map(({ id }) => id), ...(await listUsedIds(sql)).map(({ id }) => id)])
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
  const base = letters.length < 3 ? 'criterion' : letters.slice(0, 36).replace(/-+$/, '')
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!used.has(id)) return id
  }
}

const remove = formCommand({
  permission: 'criteria',
  params,
  schema: type({ revision: revisionField }),
  run: async ({ params: { id }, input: { revision }, admin, services }) => {
    const refused = await changeDraftBy(services, { admin, revision }, async (criteria) => {
      const removed = criteria.find((known) => known.id === id)
      if (!removed) return null
      const left = criteria.filter((known) => known !== removed)
      return { criteria: left, action: 'removed', id, before: { name: removed.name } }
    })
    return refused ?? answer(null)
  },
})

/** The form of one criterion of the draft. */
export const adminCriterion = handler({
  load: loadCriterion,
  act: formsByIntent<AdminCriterionData>(
    {
      remove: formPost<AdminCriterionData, typeof remove>(remove, {
        done: () => adminHref('adminCriteria', { done: 'removed' }),
        again: (request, _, why) => againPage(request, [], why),
      }),
    },
    formPost<AdminCriterionData, typeof save>(save, {
      input: ({ form }) => inputOfCriterion(form),
      done: ({ id }, { params, form }) => {
        if (form.next === 'stay') return adminHref('adminCriterion', { id }, { done: 'saved' })
        return adminHref('adminCriteria', { done: params.id === newId ? 'added' : 'saved' })
      },
      again: (request, { problems }, why) => againPage(request, problems, why),
    }),
  ),
})

async function againPage(
  request: FormRequest,
  problems: AdminCriterionData['problems'],
  why: Failure,
): Promise<PageAnswer<AdminCriterionData>> {
  const { intent: _, next: __, revision: ___, ...typed } = request.form
  const reason = why.failure !== 'conflict' ? null : why.details?.why === 'no-draft' ? 'no-draft' : 'changed'
  const isForm = typed.name !== undefined
  return await criterionPage(request, { problems, conflict: reason, ...(isForm ? { typed } : {}) })
}
