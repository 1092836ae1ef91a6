import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql, CamelTransaction } from '#database/camel.ts'
import { lockKeys } from '#database/lock-keys.ts'
import type { Change } from '#database/record-change.ts'
import { asJson } from '#database/sql.ts'
import type { Admin } from '#domain/permissions.ts'
import { changedMeanwhile, command, did, refusal } from '#page/command.ts'
import { notFound, page, redirect } from '#page/page.ts'
import type { Failure } from '#wire/failure.ts'
import { paragraphs } from '#wire/text-schema.ts'
import type { Criterion } from '../criterion.ts'
import { compareCriteria } from '../rules.ts'
import { criterionSchema } from '../schema.ts'
import { latestCriteria } from '../server/queries.ts'
import { inputOfCriterion, typedCriterion } from './criterion-form.ts'
import { criterionFormSchema, criterionOf, revisionField } from './schema.ts'

type DraftRow = { criteria: Criterion[]; revision: number; changedAt: string; changedByName: string | null }

const findDraft = (sql: CamelSql) => sql<DraftRow[]>`
  select d.criteria, d.revision, d.changed_at, p.name as changed_by_name
  from criteria_draft as d
  left join people as p on p.id = d.changed_by`

const lockDraft = (sql: CamelSql) => sql<{ criteria: Criterion[]; revision: number }[]>`
  select criteria, revision from criteria_draft for update`

const draftChanged = refusal(
  'Nothing was changed: someone else has changed the draft since you opened it',
  'You can see it here as it is now. Check it and try again.',
)
const criterionChanged = changedMeanwhile('Not saved: someone else has changed the draft since you opened it')
const draftGone = refusal(
  'Not saved: the draft was published or discarded since you opened it',
  'What you typed is still in the form. Start another draft in a second window, then save again.',
)

/** @param change of the criterion with this id; only its id where it is done already. */
async function changeDraft(
  { sql, now, admin }: { sql: CamelTransaction; now: string; admin: Admin },
  { revision, changed, gone }: { revision: number; changed: Failure; gone: Failure },
  change: (
    criteria: Criterion[],
  ) => Promise<{ id: string } | ({ id: string; criteria: Criterion[] } & Omit<Change, 'actor' | 'subject'>)>,
) {
  const [draft] = await lockDraft(sql)
  if (!draft) return gone
  const wanted = await change(draft.criteria)
  if (!('criteria' in wanted)) return did({ answer: wanted.id })
  if (draft.revision !== revision) return changed
  const { criteria, id, ...done } = wanted
  await sql`
    update criteria_draft set criteria = ${asJson(criteria)}::jsonb, revision = revision + 1,
      changed_at = ${now}::timestamptz, changed_by = ${admin.id}::text`
  return did({ answer: id, audit: { subject: { kind: 'criterion', id }, ...done } })
}

/** Nothing happens where there is a draft already. */
const begin = command({
  permission: 'criteria',
  run: async ({ sql, now, admin }) => {
    // Not while a version is being published: the draft would be a copy of the one before.
    await lockKeys(sql.raw, { keys: ['criteria'] })
    const [begun] = await sql<{ version: number }[]>`
      with latest as (select version, criteria from criteria_versions order by version desc limit 1),
      begun as (
        insert into criteria_draft (criteria, changed_at, changed_by)
        select criteria, ${now}::timestamptz, ${admin.id}::text from latest
        on conflict do nothing
        returning true
      )
      select version from latest, begun`
    const subject = { kind: 'criteria', id: 'draft' }
    return did(begun && { audit: { subject, action: 'begun', after: { of: begun.version } } })
  },
  done: {
    begun: { tone: 'success', title: 'The draft is ready', text: 'It starts as a copy of the published version.' },
  },
})

/** Within its group. */
const move = command({
  permission: 'criteria',
  schema: type({ criterion: 'string <= 40', by: "'up' | 'down'", revision: revisionField }),
  run: async ({ input: { criterion, by, revision }, ...given }) => {
    const refusals = { revision, changed: draftChanged, gone: draftChanged }
    return await changeDraft(given, refusals, async (criteria) => {
      const from = criteria.findIndex(({ id }) => id === criterion)
      const isNeighbour = ({ group }: { group: string }) => group === criteria[from]?.group
      const to =
        by === 'up'
          ? criteria.slice(0, Math.max(0, from)).findLastIndex(isNeighbour)
          : criteria.findIndex((each, at) => at > from && isNeighbour(each))
      if (from === -1 || to === -1) return { id: criterion }
      const swapped = criteria.with(from, criteria[to]!).with(to, criteria[from]!)
      const places = { before: { place: from + 1 }, after: { place: to + 1 } }
      return { criteria: swapped, id: criterion, action: 'moved', ...places }
    })
  },
  done: {
    moved: 'The order was changed',
    added: 'The criterion was added to the draft',
    saved: 'The criterion was saved in the draft',
    removed: 'The criterion was removed from the draft',
  },
})

const publish = command({
  permission: 'criteria',
  schema: type({
    note: paragraphs(1000, 'Say what is new in this version'),
    sure: type("'1'").configure({ sentence: 'Confirm that new assessments use this version' }),
    revision: revisionField,
  }).onUndeclaredKey('delete'),
  run: async ({ input: { note, revision }, sql, now, admin }) => {
    await lockKeys(sql.raw, { keys: ['criteria'] })
    const [draft] = await lockDraft(sql)
    if (draft?.revision !== revision) return draftChanged
    const [latest] = await latestCriteria(sql.raw)
    // Each form has checked its criterion, but a version can never be mended.
    const criteria = criterionSchema.array().assert(draft.criteria)
    if (criteria.length === 0 || compareCriteria(latest!.criteria, criteria).length === 0)
      return refusal('Not published: the draft has no changes, or no criteria')
    const [published] = await sql<{ version: number }[]>`
      insert into criteria_versions (version, criteria, note, published_at, published_by, published_by_name)
      select max(version) + 1, ${asJson(criteria)}::jsonb, ${note}::text, ${now}::timestamptz, ${admin.id}::text,
        ${admin.name}::text
      from criteria_versions
      returning version`
    await sql`delete from criteria_draft`
    const subject = { kind: 'criteria', id: String(published!.version) }
    return did({ audit: { subject, action: 'published', after: { note, criteria: criteria.length } } })
  },
  done: {
    published: { tone: 'success', title: 'The version is published', text: 'New assessments use it.' },
  },
})

const discard = command({
  permission: 'criteria',
  schema: type({ revision: revisionField }),
  run: async ({ input: { revision }, sql }) => {
    const [draft] = await lockDraft(sql)
    if (!draft) return did()
    if (draft.revision !== revision) return draftChanged
    await sql`delete from criteria_draft`
    return did({ audit: { subject: { kind: 'criteria', id: 'draft' }, action: 'discarded' } })
  },
  done: { discarded: 'The draft was discarded' },
})

export const adminCriteria = page('adminCriteria', {
  commands: { begin, move, discard, publish },
  load: async ({ sql }) => {
    const [[published], [draft]] = await Promise.all([latestCriteria(sql.raw), findDraft(sql)])
    return {
      published: published!,
      draft: draft ? { ...draft, differences: compareCriteria(published!.criteria, draft.criteria) } : null,
    }
  },
})

const newId = 'new'
const params = { id: (id: string) => id.length <= 40 }

/** The same form, sent twice, changes nothing more. */
const save = command({
  permission: 'criteria',
  params,
  schema: criterionFormSchema,
  reads: inputOfCriterion,
  run: async ({ params: { id }, input, ...given }) => {
    const refusals = { revision: input.revision, changed: criterionChanged, gone: draftGone }
    return await changeDraft(given, refusals, async (criteria) => {
      const wanted = criterionOf(id, input)
      if (id === newId) {
        const same = criteria.find((known) => Bun.deepEquals({ ...known, id }, wanted))
        if (same) return { id: same.id }
        const added = { ...wanted, id: await freeId(given.sql, criteria, wanted.name) }
        return { criteria: [...criteria, added], id: added.id, action: 'added', after: { name: added.name } }
      }
      const stored = criteria.find((known) => known.id === id)
      // Somebody else has removed it: it comes back as it was typed.
      if (!stored) return { criteria: [...criteria, wanted], id, action: 'added', after: { name: wanted.name } }
      const [difference] = compareCriteria([stored], [wanted])
      if (difference?.kind !== 'changed') return { id }
      const fieldsOf = (side: 'before' | 'after') =>
        Object.fromEntries(difference.fields.map((each) => [each.field, each[side]]))
      const changed = criteria.map((known) => (known.id === id ? wanted : known))
      return { criteria: changed, id, action: 'changed', before: fieldsOf('before'), after: fieldsOf('after') }
    })
  },
  done: { saved: 'Saved in the draft' },
  leadsTo: (id, { params, form }) => {
    if (form.next === 'stay') return adminHref('adminCriterion', { id }, { done: 'saved' })
    return adminHref('adminCriteria', { done: params.id === newId ? 'added' : 'saved' })
  },
})

/** Made of its name, and never one that a published version has had. */
async function freeId(sql: CamelSql, criteria: Criterion[], name: string): Promise<string> {
  const published = await sql<{ id: string }[]>`
    select distinct criterion ->> 'id' as id
    from criteria_versions, jsonb_array_elements(criteria) as criterion`
  const used = new Set([newId, ...[...criteria, ...published].map(({ id }) => id)])
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

const remove = command({
  permission: 'criteria',
  params,
  schema: type({ revision: revisionField }),
  run: async ({ params: { id }, input: { revision }, ...given }) => {
    const refusals = { revision, changed: criterionChanged, gone: draftGone }
    return await changeDraft(given, refusals, async (criteria) => {
      const criterion = criteria.find((known) => known.id === id)
      if (!criterion) return { id }
      const left = criteria.filter((known) => known !== criterion)
      return { criteria: left, id, action: 'removed', before: { name: criterion.name } }
    })
  },
  leadsTo: () => adminHref('adminCriteria', { done: 'removed' }),
})

export const adminCriterion = page('adminCriterion', {
  commands: { save, remove },
  load: async ({ params, sql, refused, typed: { intent: _, next: __, revision: ___, ...form } }) => {
    const [draft] = await findDraft(sql)
    if (!draft && !refused) return redirect(adminHref('adminCriteria'))
    const id = params.id === newId ? null : params.id
    const stored = draft?.criteria.find((criterion) => criterion.id === id) ?? null
    const typed = form.name === undefined ? null : (form as Record<string, string>)
    if (id && !stored && !typed) return notFound()
    return {
      /** Null for a new one. */
      id,
      name: stored?.name ?? '',
      typed: typed ?? typedCriterion(stored),
      revision: draft?.revision ?? 0,
    }
  },
})
