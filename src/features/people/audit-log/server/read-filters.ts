import { isDay } from '#domain/calendar-day.ts'
import type { AuditFilters } from '../state.ts'

/** The filters as the query takes them. */
export type AuditQuery = {
  actorKind: string | null
  actorId: string | null
  action: string | null
  subjectKind: string | null
  subjectId: string | null
  from: string | null
  to: string | null
}

/** Reads the filters of an address. What cannot be understood is left out, and told in `problem`. */
export function readAuditFilters(value: (name: string) => string | null | undefined): {
  filters: AuditFilters
  query: AuditQuery
  problem: string | null
} {
  const text = (name: string) => (value(name) ?? '').replaceAll('\u0000', '').trim().slice(0, 200)
  const typed = { who: text('who'), what: text('what'), subject: text('subject'), from: text('from'), to: text('to') }
  const wrong = (['from', 'to'] as const).filter((name) => typed[name] && !isDay(typed[name]))
  const filters = { ...typed }
  for (const name of wrong) filters[name] = ''
  const [actorKind, actorId] = halves(filters.who)
  const [subjectKind, subjectId] = halves(filters.subject)
  const { what: action, from, to } = filters
  const query = {
    actorKind,
    actorId,
    action: action || null,
    subjectKind: subjectKind?.toLowerCase() ?? null,
    subjectId,
    from: from || null,
    to: to || null,
  }
  const problem =
    wrong.length > 0
      ? 'We ignored a date. Write it as year, month and day, such as 2026-11-21.'
      : from && to && from > to
        ? 'The first day is after the last day.'
        : null
  return { filters, query, problem }
}

function halves(text: string): [string | null, string | null] {
  const at = text.indexOf(':')
  if (at < 0) return [text || null, null]
  return [text.slice(0, at).trim() || null, text.slice(at + 1).trim() || null]
}
