import { adminHref } from '#admin-pages.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { afterEvent } from '#domain/register-status.ts'
import { assuredOf } from '#features/register/server/assured-of.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type FormRequest, handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Failure } from '#wire/failure.ts'
import { emptyForm, type FormState, problemOf } from '#wire/form.ts'
import { actsFor, emptyEntry, entryFields, fieldLabels, personOf, type TypedEntry, typedEntry } from '../rules.ts'
import type { EntryData, EntryNotice } from '../state.ts'
import { decideStatus, renewEntry, setFeatured } from './change-register-status.ts'
import { type EditedEntry, type HistoryRow, listHistory, readEntry } from './queries.ts'
import { createEntry, editEntry } from './save-entry.ts'

const notices: readonly EntryNotice[] = ['created', 'saved', 'featured', 'unfeatured', 'renewed', 'decided']

/** The page of an entry or of a new one, as it stands or after a post that was not taken, with what was typed. */
async function entryPage(
  { params, query, services: { sql }, form = {} }: PageRequest & Partial<FormRequest>,
  { problems }: FormState = emptyForm,
  why?: Failure,
): Promise<PageAnswer<EntryData>> {
  const id = params.id ?? ''
  const { validUntil = '', reason = '' } = form
  const given = form.title === undefined ? null : typedIn(form)
  if (id === 'new') {
    const key = crypto.randomUUID()
    return { kind: 'page', data: { kind: 'new', key, typed: given ?? emptyEntry, validUntil, problems } }
  }
  const [entry] = isUuid(id) ? await readEntry(sql, { id }) : []
  if (!entry) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const history = await listHistory(sql, { id })
  const stored = typedEntry(entry)
  const typed = given ?? stored
  const hasConflict = why?.failure === 'conflict'
  const isOurs = entry.application_id === null && afterEvent('renew', entry.status, 'active') !== null
  return {
    kind: 'page',
    data: {
      kind: 'found',
      id,
      number: entry.number,
      slug: entry.slug,
      title: entry.title,
      status: entry.status,
      statusReason: entry.status_reason,
      assured: assuredOf(entry),
      score: entry.score,
      validFrom: entry.valid_from,
      validUntil: entry.valid_until,
      featured: entry.featured,
      isDemo: entry.is_demo,
      applicationId: entry.application_id,
      version: entry.version,
      typed,
      problems: given ? problems : [],
      conflict: hasConflict && given ? { by: lastEditorOf(entry, history), fields: differences(stored, typed) } : null,
      acts: actsFor(entry.status),
      reason,
      reasonProblem: problemOf(problems, 'reason') ?? null,
      renewal: isOurs ? { day: validUntil, problem: problemOf(problems, 'validUntil') ?? null } : null,
      history,
      notice: hasConflict && !given ? 'moved-on' : (notices.find((known) => known === query.get('done')) ?? null),
    },
  }
}

/** Whoever of the admin area has made the entry what it is; null where that was a payment or a job, which may leave no line. */
function lastEditorOf(entry: EditedEntry, [latest]: HistoryRow[]): string | null {
  return latest?.happened_at === entry.updated_at ? personOf(latest.cause) : null
}

function differences(theirs: TypedEntry, mine: TypedEntry) {
  return entryFields
    .filter((field) => theirs[field] !== mine[field])
    .map((field) => ({ label: fieldLabels[field], theirs: theirs[field] }))
}

function typedIn(form: Record<string, string>): TypedEntry {
  return Object.fromEntries(entryFields.map((field) => [field, form[field] ?? ''])) as TypedEntry
}

const done = (notice: EntryNotice) => ({
  done: ({ id }: { id: string }) => adminHref('adminEntry', { id }, { done: notice }),
  again: entryPage,
})

const actEntry = formsByIntent<EntryData>(
  {
    save: formPost(editEntry, done('saved')),
    status: formPost(decideStatus, done('decided')),
    feature: formPost(setFeatured, {
      done: ({ id, featured }) => adminHref('adminEntry', { id }, { done: featured ? 'featured' : 'unfeatured' }),
    }),
    renew: formPost(renewEntry, done('renewed')),
  },
  async (request) => ({ status: 422, ...(await entryPage(request)) }),
)
const create = formPost(createEntry, done('created'))

/** The form of one entry, or of a new one. */
export const adminEntry = handler<EntryData>({
  load: (request) => entryPage(request),
  act: async (request) => await (request.params.id === 'new' ? create : actEntry)(request),
})
