import { type } from 'arktype'
import { londonDay } from '#domain/london-time.ts'
import { read } from '#requests/command.ts'
import { csvFile, inBatches, logExport } from '#requests/csv-file.ts'
import { cleanText } from '#wire/clean-text.ts'
import { submissionKinds, submissionStates } from '../rules.ts'
import { listSubmissions, type SubmissionRow } from './queries.ts'

const exportParams = type({ kind: type.enumerated(...submissionKinds) })

const exportQuery = type({
  'q?': 'string <= 100',
  'state?': type.enumerated(...submissionStates),
}).onUndeclaredKey('delete')

const batch = 500

export const exportCorrespondence = read({
  permission: 'correspondence',
  summary: 'Enquiries, leads, sign-ups or reservations as a CSV file',
  description:
    'Takes the filters of the list in the admin area. Cells that a spreadsheet would run as formulas become plain text.',
  params: exportParams,
  query: exportQuery,
  answers: { 200: { file: 'text/csv' } },
  headers: ['Content-Disposition'],
  failures: {},
  run: async ({ params: { kind }, query, visitor, services }) => {
    const { sql, now } = services
    const { q, state } = query
    await logExport({ visitor, services }, kind, query)
    const terms = await termsOf(() =>
      listSubmissions(sql, {
        kind,
        state: null,
        text: null,
        assignedTo: null,
        after: null,
        newestFirst: true,
        limit: 1,
        offset: 0,
      }),
    )
    return csvFile<SubmissionRow>(
      {
        name: `${kind}-${londonDay(now())}.csv`,
        columns: [
          { heading: 'Arrived', value: (row) => row.arrived_at },
          { heading: 'Name', value: (row) => row.name },
          { heading: 'Email', value: (row) => row.email },
          { heading: 'Organisation', value: (row) => row.organisation },
          { heading: 'Phone', value: (row) => row.phone },
          ...terms.map((term) => ({ heading: term, value: (row: SubmissionRow) => detailsOf(row)[term] ?? '' })),
          { heading: 'State', value: (row) => row.state },
          { heading: 'Handled by', value: (row) => row.handled_by_name },
          { heading: 'Handled at', value: (row) => row.handled_at },
        ],
      },
      inBatches<SubmissionRow>((after) =>
        listSubmissions(sql, {
          kind,
          state: state ?? null,
          text: cleanText(q) || null,
          assignedTo: null,
          after,
          newestFirst: true,
          limit: batch,
          offset: 0,
        }),
      ),
    )
  },
})

/** What this kind alone has, as its first row names it. */
async function termsOf(first: () => Promise<SubmissionRow[]>): Promise<string[]> {
  const [row] = await first()
  return row ? Object.keys(detailsOf(row)) : []
}

function detailsOf(row: SubmissionRow): Record<string, string> {
  return JSON.parse(row.details) as Record<string, string>
}
