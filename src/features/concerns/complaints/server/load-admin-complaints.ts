import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import type { ComplaintSubject } from '../rules.ts'
import type { AdminComplaintsData } from '../state.ts'
import { listComplaints } from './queries.ts'

const pageSize = 50

/** Feeds the admin area's list of complaints, newest first: those that are open, or with `?state=closed` the others. */
export const loadAdminComplaints: Loader<AdminComplaintsData> = async ({ query, services: { sql } }) => {
  const isClosed = query.get('state') === 'closed'
  const before = query.get('before')
  const from = before && isUuid(before) ? before : null
  const rows = await listComplaints(sql, { isClosed, before: from, most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const state = isClosed ? 'closed' : null
  return {
    kind: 'page',
    data: {
      complaints: shown.map((row) => ({
        id: row.id,
        reference: row.reference,
        name: row.name,
        about: row.about as ComplaintSubject,
        receivedAt: row.received_at,
        closedAt: row.closed_at,
      })),
      isClosed,
      firstHref: from ? adminHref('adminComplaints', { state }) : null,
      nextHref: rows.length > pageSize ? adminHref('adminComplaints', { state, before: shown.at(-1)!.id }) : null,
    },
  }
}

export const adminComplaints = handler({ load: loadAdminComplaints })
