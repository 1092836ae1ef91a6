import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** In characters; the download has the whole text. */
const maxShown = 300

/** 'Entry: suspended' from `entry.suspended`. */
export function actionWords(action: string): string {
  const [kind = '', deed = ''] = action.split('.')
  return `${capital(kind.replaceAll('-', ' '))}: ${deed.replaceAll('-', ' ')}`
}

/** Null for what has no page. */
export function subjectHref({ kind, id }: { kind: string; id: string }): string | null {
  if (kind === 'person') return adminHref('person', { id })
  if (kind === 'application') return adminHref('review', { id })
  if (kind === 'assessment') return adminHref('assessment', { id })
  if (kind === 'entry') return adminHref('adminEntry', { id })
  if (kind === 'appeal') return adminHref('adminAppeal', { id })
  if (kind === 'concern') return adminHref('adminConcern', { id })
  if (kind === 'claim') return adminHref('adminClaims', { edit: id })
  if (kind === 'criteria') return adminHref('adminCriteria')
  if (kind === 'reason-text') return adminHref('adminReasons', { edit: id })
  if (kind === 'order') return adminHref('order', { id })
  return null
}

/** In words; null where there was nothing, or is nothing any more. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  known: ReadonlyMap<string, string> = new Map(),
) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    field: capital(
      name
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll(/[_-]/g, ' ')
        .toLowerCase(),
    ),
    before: valueWords(named(before?.[name], known)),
    after: valueWords(named(after?.[name], known)),
  }))
}

function named(value: unknown, names: ReadonlyMap<string, string>): unknown {
  return typeof value === 'string' ? (names.get(value) ?? value) : value
}

function valueWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.length === 0) return null
  if (Array.isArray(value)) return shorten(value.map((item) => valueWords(item) ?? 'nothing').join(', '))
  return shorten(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const usualSort: Sort<'when'> = { by: 'when', descending: true }

export function auditHref(
  filters: Record<'who' | 'what' | 'subject' | 'from' | 'to', string>,
  sort: Sort<'when'>,
  page: number | null = null,
): string {
  return adminHref('auditLog', { ...filters, sort: sortText(sort, usualSort), page })
}

export function signInsHref(person: string, sort: Sort<'when'>, page: number | null = null): string {
  return adminHref('signInLog', { person, sort: sortText(sort, usualSort), page })
}
