import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** What the log is filtered by, as its address carries it; empty for no filter. */
type AuditFilters = {
  /** `person:<id>`, `job:<name>` or `command:<name>`. */
  who: string
  /** An action, such as `entry.suspended`. */
  what: string
  /** A kind of thing (`entry`), or one thing (`entry:<id>`). */
  subject: string
  /** First and last day. */
  from: string
  to: string
}

/** One field that changed, in words; null where there was nothing, or is nothing any more. */
type ChangedField = { field: string; before: string | null; after: string | null }

/** Longest text of a field that the page shows; the download has all of it. */
const maxShown = 300

/** 'Entry: suspended' from `entry.suspended`. */
export function actionWords(action: string): string {
  const [kind = '', deed = ''] = action.split('.')
  return `${capital(kind.replaceAll('-', ' '))}: ${deed.replaceAll('-', ' ')}`
}

/** Where the admin area shows a thing; null for what has no page. */
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

/** The fields of a change as they were and as they are, in words. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    field: capital(
      name
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll(/[_-]/g, ' ')
        .toLowerCase(),
    ),
    before: valueWords(before?.[name]),
    after: valueWords(after?.[name]),
  }))
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

/** How both logs are sorted unless their addresses say otherwise. */
export const usualSort: Sort<'when'> = { by: 'when', descending: true }

/** The address of the audit log. */
export function auditHref(filters: AuditFilters, sort: Sort<'when'>, page: number | null = null): string {
  return adminHref('auditLog', { ...filters, sort: sortText(sort, usualSort), page })
}

/** The address of the log of sign-ins. */
export function signInsHref(person: string, sort: Sort<'when'>, page: number | null = null): string {
  return adminHref('signInLog', { person, sort: sortText(sort, usualSort), page })
}
