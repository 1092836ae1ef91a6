import { adminHref } from '#admin-pages.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { appealLists } from '../rules.ts'
import type { AdminAppealsData } from '../state.ts'
import { countAppeals, listAppeals } from './queries.ts'

const pageSize = 30

/** Feeds the list of appeals: the open ones, oldest first, or those that have ended, newest first. */
const loadAdminAppeals: Loader<AdminAppealsData> = async ({ query, services: { sql } }) => {
  const list = appealLists.find((known) => known === query.get('list')) ?? 'open'
  const page = readPageNumber(query.get('page'))
  const [rows, [counts]] = await Promise.all([
    listAppeals(sql, { isOpen: list === 'open', ...rowsOf(page, pageSize) }),
    countAppeals(sql),
  ])
  return {
    kind: 'page',
    data: {
      list,
      open: counts!.open,
      appeals: rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        reference: row.reference,
        against: row.against,
        state: row.state,
        title: row.title ?? '',
        organisation: row.organisation,
        heardBy: row.heard_by_name,
        receivedAt: row.received_at,
      })),
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counts![list],
        hrefOf: (number) => adminHref('adminAppeals', { list: list === 'open' ? null : list, page: number }),
      }),
    },
  }
}

export const adminAppeals = handler({ load: loadAdminAppeals })
