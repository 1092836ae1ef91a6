import { type } from 'arktype'
import { londonDay } from '#domain/london-time.ts'
import { read } from '#requests/command.ts'
import { csvFile, inBatches, logExport } from '#requests/csv-file.ts'
import { type ExportedEntry, exportEntries } from '../queries.ts'
import { readRegisterFilters } from '../server.ts'

const batch = 500
const text = 'string <= 100'
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

export const exportRegister = read({
  permission: 'register',
  summary: 'The register as a CSV file',
  description:
    'Takes the filters of the list in the admin area. Starts with the entries published last. Cells that a spreadsheet would run as formulas become plain text.',
  query: type({ 'q?': text, 'status?': text, 'featured?': text }).onUndeclaredKey('delete'),
  answers: { 200: { file: 'text/csv' } },
  headers: ['Content-Disposition'],
  failures: {},
  run: async ({ query, visitor, services }) => {
    const { sql, now } = services
    await logExport({ visitor, services }, 'register', query)
    const filters = readRegisterFilters(new URLSearchParams(query as Record<string, string>))
    return csvFile<ExportedEntry>(
      {
        name: `register-${londonDay(now())}.csv`,
        columns: [
          { heading: 'Number', value: (row) => row.number },
          { heading: 'Title', value: (row) => row.title },
          { heading: 'Organiser', value: (row) => row.organiser },
          { heading: 'Type', value: (row) => row.eventType },
          { heading: 'Category', value: (row) => row.category },
          { heading: 'Date', value: (row) => row.date },
          { heading: 'Venue', value: (row) => row.venue },
          { heading: 'City', value: (row) => row.city },
          { heading: 'Postcode', value: (row) => row.postcode },
          { heading: 'Capacity', value: (row) => row.capacity },
          { heading: 'Status', value: (row) => row.status },
          { heading: 'Reason', value: (row) => row.statusReason },
          { heading: 'Assurance', value: (row) => row.assurance },
          { heading: 'Featured', value: (row) => yesNo(row.featured) },
          { heading: 'Demonstration', value: (row) => yesNo(row.isDemo) },
          { heading: 'Valid from', value: (row) => row.validFrom },
          { heading: 'Valid until', value: (row) => row.validUntil },
          { heading: 'Published', value: (row) => row.publishedAt },
        ],
      },
      inBatches<ExportedEntry>((after) => exportEntries(sql, { filters, after, limit: batch })),
    )
  },
})
