import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import { afterEvent } from '../../../../domain/register-status.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import { assuredOf } from '../../server/assured-of.ts'
import {
  actsFor,
  emptyEntry,
  entryFields,
  fieldLabels,
  isRegisterAct,
  personOf,
  reasonLimit,
  reasonProblemOf,
  type TypedEntry,
  typedEntry,
} from '../rules.ts'
import type { EntryData, EntryNotice } from '../state.ts'
import { changeRegisterStatus, renewEntry, setFeatured } from './change-register-status.ts'
import { type EditedEntry, type HistoryRow, listHistory, readEntry } from './queries.ts'
import { createEntry, editEntry, type Saved } from './save-entry.ts'

const notices: readonly EntryNotice[] = ['created', 'saved', 'featured', 'unfeatured', 'renewed', 'decided']

/** Feeds the form of one entry, or of a new one. */
const loadEntry: Loader<EntryData> = async (request) =>
  await entryPage(request, { notice: notices.find((known) => known === request.query.get('done')) ?? null })

type Found = Extract<EntryData, { kind: 'found' }>
type More = Partial<Pick<Found, 'typed' | 'problems' | 'reason' | 'reasonProblem' | 'renewal' | 'notice'>> & {
  status?: number
  /** What was typed has met a version that somebody else has made. */
  hasConflict?: boolean
  validUntil?: string
}

/** The page of an entry as it stands, or after a post, with what was typed. */
async function entryPage(
  { params, services: { sql } }: PageRequest,
  more: More = {},
): Promise<{ kind: 'page'; status: number; data: EntryData }> {
  const { status = 200, hasConflict = false, validUntil = '', problems = [] } = more
  const id = params.id ?? ''
  if (id === 'new') {
    const key = crypto.randomUUID()
    return { kind: 'page', status, data: { kind: 'new', key, typed: more.typed ?? emptyEntry, validUntil, problems } }
  }
  const [entry] = isUuid(id) ? await readEntry(sql, { id }) : []
  if (!entry) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const history = await listHistory(sql, { id })
  const stored = typedEntry(entry)
  const typed = more.typed ?? stored
  const isOurs = entry.application_id === null && afterEvent('renew', entry.status, 'active') !== null
  return {
    kind: 'page',
    status,
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
      problems,
      conflict: hasConflict ? { by: lastEditorOf(entry, history), fields: differences(stored, typed) } : null,
      acts: actsFor(entry.status),
      reason: more.reason ?? '',
      reasonProblem: more.reasonProblem ?? null,
      renewal: isOurs ? (more.renewal ?? { day: '', problem: null }) : null,
      history,
      notice: more.notice ?? null,
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

type Post = PageRequest & { form: Record<string, string> }
type Done = Promise<PageAnswer<EntryData>>

/** Takes the forms of an entry's page. */
const actEntry: Action<EntryData> = async (request) => {
  const { params, form, visitor } = request
  const admin = await visitor.admin()
  if (!admin) return { kind: 'not-found' }
  if (params.id === 'new') return await takeNew(request, admin)
  if (!isUuid(params.id!)) return { kind: 'not-found' }
  switch (form.intent) {
    case 'save':
      return await takeEdit(request, admin)
    case 'status':
      return await takeStatusChange(request, admin)
    case 'feature':
      return await takeFeatured(request, admin)
    case 'renew':
      return await takeRenewal(request, admin)
    default:
      return await entryPage(request, { status: 422 })
  }
}

async function takeNew(request: Post, admin: Admin): Done {
  const typed = typedIn(request.form)
  const validUntil = (request.form.validUntil ?? '').trim()
  const { key } = request.form
  const id = isUuid(key) ? key : crypto.randomUUID()
  const saved = await createEntry(request.services, { id, typed, validUntil, admin })
  if (saved.kind === 'invalid') {
    return await entryPage(request, { status: 422, typed, validUntil, problems: saved.problems })
  }
  return after(saved, 'created')
}

async function takeEdit(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const typed = typedIn(form)
  const version = /^\d{1,9}$/.test(form.version ?? '') ? Number(form.version) : 0
  const saved = await editEntry(services, { id: params.id!, version, typed, admin })
  if (saved.kind === 'invalid') return await entryPage(request, { status: 422, typed, problems: saved.problems })
  if (saved.kind === 'conflict') return await entryPage(request, { status: 409, typed, hasConflict: true })
  return after(saved, 'saved')
}

async function takeStatusChange(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const { act } = form
  if (!isRegisterAct(act)) return await entryPage(request, { status: 422 })
  const reason = (form.reason ?? '').slice(0, reasonLimit * 2)
  const reasonProblem = reasonProblemOf(reason)
  if (reasonProblem) return await entryPage(request, { status: 422, reason, reasonProblem })
  const outcome = await changeRegisterStatus(services, { id: params.id!, admin, act, seen: form.seen ?? '', reason })
  if (outcome === 'conflict') return await entryPage(request, { status: 409, reason, notice: 'moved-on' })
  if (outcome === 'not-found') return { kind: 'not-found' }
  return to(params.id!, 'decided')
}

async function takeFeatured({ params, form, services }: Post, admin: Admin): Done {
  const featured = form.featured === '1'
  const outcome = await setFeatured(services, { id: params.id!, admin, featured })
  return outcome === 'done' ? to(params.id!, featured ? 'featured' : 'unfeatured') : { kind: 'not-found' }
}

async function takeRenewal(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const day = (form.validUntil ?? '').trim()
  const outcome = await renewEntry(services, { id: params.id!, admin, day })
  if (outcome.kind === 'invalid') {
    return await entryPage(request, { status: 422, renewal: { day, problem: outcome.problem } })
  }
  if (outcome.kind === 'conflict') return await entryPage(request, { status: 409, notice: 'moved-on' })
  return outcome.kind === 'done' ? to(params.id!, 'renewed') : { kind: 'not-found' }
}

function typedIn(form: Record<string, string>): TypedEntry {
  return Object.fromEntries(entryFields.map((field) => [field, form[field] ?? ''])) as TypedEntry
}

function after(saved: Saved, notice: EntryNotice): PageAnswer<EntryData> {
  return saved.kind === 'saved' ? to(saved.id, notice) : { kind: 'not-found' }
}

function to(id: string, notice: EntryNotice): PageAnswer<EntryData> {
  return { kind: 'redirect', to: adminHref('adminEntry', { id }, { done: notice }), status: 303 }
}

export const adminEntry = handler({ load: loadEntry, act: actEntry })
