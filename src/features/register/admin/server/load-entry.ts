import { isUuid } from '../../../../domain/is-uuid.ts'
import { afterEvent } from '../../../../domain/register-status.ts'
import type { Loader, PageRequest } from '../../../../page-loader.ts'
import { actsFor, emptyEntry, entryFields, fieldLabels, personOf, type TypedEntry, typedEntry } from '../rules.ts'
import type { EntryData, EntryNotice } from '../state.ts'
import { type EditedEntry, type HistoryRow, listHistory, readEntry } from './queries.ts'

const notices: readonly EntryNotice[] = ['created', 'saved', 'featured', 'unfeatured', 'renewed', 'decided']

/** Feeds the form of one entry, or of a new one. */
export const loadEntry: Loader<EntryData> = async (request) =>
  await entryPage(request, { notice: notices.find((known) => known === request.query.get('done')) ?? null })

type Found = Extract<EntryData, { kind: 'found' }>
type More = Partial<Pick<Found, 'typed' | 'problems' | 'reason' | 'reasonProblem' | 'renewal' | 'notice'>> & {
  status?: number
  /** What was typed has met a version that somebody else has made. */
  hasConflict?: boolean
  validUntil?: string
}

/** The page of an entry as it stands, or after a post, with what was typed. */
export async function entryPage(
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
  const isOurs = entry.application_id === null && afterEvent('renew', entry.status) !== null
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
