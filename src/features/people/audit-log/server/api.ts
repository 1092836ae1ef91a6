import { type } from 'arktype'
import { read } from '#requests/command.ts'
import { csvFile, inBatches, logExport } from '#requests/csv-file.ts'
import { type ChangeRow, listChanges } from './queries.ts'
import { readAuditFilters } from './read-filters.ts'

const batchSize = 500
const filter = type('string <= 200').default('')

const columns = [
  { heading: 'Id', value: (row: ChangeRow) => row.id },
  { heading: 'Time (UTC)', value: (row: ChangeRow) => row.happened_at },
  { heading: 'Who', value: (row: ChangeRow) => row.actor_name },
  { heading: 'Kind of actor', value: (row: ChangeRow) => row.actor_kind },
  { heading: 'Actor', value: (row: ChangeRow) => row.actor_id },
  { heading: 'What', value: (row: ChangeRow) => row.action },
  { heading: 'Kind of subject', value: (row: ChangeRow) => row.subject_kind },
  { heading: 'Subject', value: (row: ChangeRow) => row.subject_id },
  { heading: 'Before', value: (row: ChangeRow) => row.before && JSON.stringify(row.before) },
  { heading: 'After', value: (row: ChangeRow) => row.after && JSON.stringify(row.after) },
]

export const exportAuditLog = read({
  permission: 'audit',
  summary: 'The audit log as CSV',
  description:
    'Newest first, with the filters of its page. Cells that a spreadsheet would run as formulas start with an apostrophe.',
  query: type({ who: filter, what: filter, subject: filter, from: filter, to: filter }).onUndeclaredKey('delete'),
  answers: { 200: { file: 'text/csv' } },
  headers: ['Content-Disposition'],
  failures: {},
  run: async ({ query: given, visitor, services }) => {
    const { sql } = services
    await logExport({ visitor, services }, 'audit-log', given)
    const { query } = readAuditFilters((name) => given[name as keyof typeof given])
    const read = (last: ChangeRow | null) =>
      listChanges(sql, { ...query, beforeId: last?.id ?? null, newestFirst: true, limit: batchSize, offset: 0 })
    return csvFile({ name: 'audit-log.csv', columns }, inBatches(read))
  },
})
