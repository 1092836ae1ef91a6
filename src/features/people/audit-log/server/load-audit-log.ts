import { adminHref } from '../../../../admin-pages.ts'
import { apiPath } from '../../../../api.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { actionWords, changedFields, subjectHref } from '../rules.ts'
import type { AuditData, ListedChange } from '../state.ts'
import { type ChangeRow, listActions, listActors, listChanges } from './queries.ts'
import { readBefore } from './read-before.ts'
import { readAuditFilters } from './read-filters.ts'

const pageSize = 50

/** Feeds the audit log: every change, newest first, by who, what, about what and when. */
export const loadAuditLog: Loader<AuditData> = async ({ query: search, services: { sql } }) => {
  const { filters, query, problem } = readAuditFilters((name) => search.get(name))
  const before = readBefore(search.get('before'))
  // One more than is shown tells whether there is a next page.
  const [rows, actors, actions] = await Promise.all([
    listChanges(sql, { ...query, beforeId: before, limit: pageSize + 1 }),
    listActors(sql),
    listActions(sql),
  ])
  const shown = rows.slice(0, pageSize)
  return {
    kind: 'page',
    data: {
      filters,
      problem,
      actors: actors.map(({ actor_kind: kind, actor_id: id, actor_name: name }) => ({
        value: `${kind}:${id}`,
        label: kind === 'person' ? name : `${name} (${kind})`,
      })),
      actions: actions.map(({ action }) => ({ value: action, label: actionWords(action) })),
      changes: shown.map(listedChange),
      csvHref: apiPath('exportAuditLog', {}, filters),
      firstHref: before === null ? null : adminHref('auditLog', filters),
      nextHref: rows.length > pageSize ? adminHref('auditLog', { ...filters, before: shown.at(-1)!.id }) : null,
    },
  }
}

function listedChange(row: ChangeRow): ListedChange {
  const subject = { kind: row.subject_kind, id: row.subject_id }
  return {
    id: row.id,
    at: row.happened_at,
    who: row.actor_name,
    whoKind: row.actor_kind,
    what: actionWords(row.action),
    subject: { ...subject, href: subjectHref(subject) },
    fields: changedFields(row.before, row.after),
  }
}

export const auditLog = handler({ load: loadAuditLog })
