import { londonDay } from '#domain/london-time.ts'
import { read } from '#requests/command.ts'
import { csvFile, inBatches, logExport } from '#requests/csv-file.ts'
import { queueExportQuery } from '../schema.ts'
import { queueQuery, readQueueFilters } from './load-queue.ts'
import { type ExportedApplication, exportApplications as listForExport } from './queue-queries.ts'

const batch = 500

export const exportApplications = read({
  permission: 'review',
  summary: 'Applications as a CSV file',
  description:
    'Takes the filters of the list in the admin area. Oldest first. Cells that a spreadsheet would run as formulas become plain text.',
  query: queueExportQuery,
  answers: { 200: { file: 'text/csv' } },
  headers: ['Content-Disposition'],
  failures: {},
  run: async ({ query, admin, visitor, services }) => {
    const { sql, now } = services
    await logExport({ visitor, services }, 'applications', query)
    const filters = readQueueFilters(new URLSearchParams(query as Record<string, string>))
    const asked = queueQuery(filters, admin.id, now())
    return csvFile<ExportedApplication>(
      {
        name: `applications-${londonDay(now())}.csv`,
        columns: [
          { heading: 'Reference', value: (row) => row.reference },
          { heading: 'Status', value: (row) => row.status },
          { heading: 'Submitted', value: (row) => row.submitted_at },
          { heading: 'Event', value: (row) => row.title },
          { heading: 'Date', value: (row) => row.date },
          { heading: 'City', value: (row) => row.city },
          { heading: 'Category', value: (row) => row.category },
          { heading: 'Capacity', value: (row) => row.capacity },
          { heading: 'Organisation', value: (row) => row.organisation_name },
          { heading: 'Company number', value: (row) => row.company_no },
          { heading: 'Company register', value: (row) => row.company_check },
          { heading: 'Contact', value: (row) => row.contact_name },
          { heading: 'Email', value: (row) => row.email },
          { heading: 'Phone', value: (row) => row.phone },
          { heading: 'Looked after by', value: (row) => row.assigned_name },
        ],
      },
      inBatches<ExportedApplication>((after) => listForExport(sql, { ...asked, after, limit: batch })),
    )
  },
})
