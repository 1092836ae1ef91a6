import { handler, type Loader } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { complaintsHref, usualComplaintSort } from '../complaints-view.ts'
import type { ComplaintSubject } from '../rules.ts'
import type { AdminComplaintsData } from '../state.ts'
import { countComplaints, listComplaints } from './queries.ts'

const pageSize = 50

/** Feeds the admin area's list of complaints: those that are open, or with `?state=closed` the others. */
const loadAdminComplaints: Loader<AdminComplaintsData> = async ({ query, services: { sql } }) => {
  const isClosed = query.get('state') === 'closed'
  const sort = readSort(query.get('sort'), ['received'], usualComplaintSort)
  const page = readPageNumber(query.get('page'))
  const [rows, [counted]] = await Promise.all([
    listComplaints(sql, { isClosed, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countComplaints(sql, { isClosed, limit: countLimit + 1 }),
  ])
  return {
    kind: 'page',
    data: {
      complaints: rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        reference: row.reference,
        name: row.name,
        about: row.about as ComplaintSubject,
        receivedAt: row.received_at,
        closedAt: row.closed_at,
      })),
      isClosed,
      sort,
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.complaints,
        hrefOf: (number) => complaintsHref({ isClosed, sort, page: number }),
      }),
    },
  }
}

export const adminComplaints = handler({ load: loadAdminComplaints })
