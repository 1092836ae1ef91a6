import { apiPath } from '#api.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { actionWords, auditHref, changedFields, subjectHref, usualSort } from '../rules.ts'
import type { AuditData, ListedChange } from '../state.ts'
import { type ChangeRow, countChanges, listActions, listActors, listChanges } from './queries.ts'
import { readAuditFilters } from './read-filters.ts'

const pageSize = 50

/** Feeds the audit log: every change, newest first, by who, what, about what and when. */
const loadAuditLog: Loader<AuditData> = async ({ query: search, services: { sql } }) => {
  const { filters, query, problem } = readAuditFilters((name) => search.get(name))
  const page = readPageNumber(search.get('page'))
  const sort = readSort(search.get('sort'), ['when'], usualSort)
  const [rows, [counted], actors, actions] = await Promise.all([
    listChanges(sql, { ...query, beforeId: null, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countChanges(sql, { ...query, limit: countLimit + 1 }),
    listActors(sql),
    listActions(sql),
  ])
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
      changes: rows.slice(0, pageSize).map(listedChange),
      csvHref: apiPath('exportAuditLog', {}, filters),
      sort,
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.changes,
        hrefOf: (number) => auditHref(filters, sort, number),
      }),
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
