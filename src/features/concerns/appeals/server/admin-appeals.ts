import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { appealLists } from '../rules.ts'
import type { AdminAppealsData } from '../state.ts'
import { listAppeals } from './queries.ts'

const pageSize = 50

/** Feeds the list of appeals: the open ones, oldest first, or those that have ended, newest first. */
const loadAdminAppeals: Loader<AdminAppealsData> = async ({ query, services: { sql } }) => {
  const list = appealLists.find((known) => known === query.get('list')) ?? 'open'
  const given = query.get('after') ?? ''
  const after = isUuid(given) ? given : null
  const rows = await listAppeals(sql, { isOpen: list === 'open', after, most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const to = (cursor: string | null) =>
    adminHref('adminAppeals', { list: list === 'open' ? null : list, after: cursor })
  return {
    kind: 'page',
    data: {
      list,
      appeals: shown.map((row) => ({
        id: row.id,
        reference: row.reference,
        against: row.against,
        state: row.state,
        title: row.title ?? '',
        organisation: row.organisation,
        heardBy: row.heard_by_name,
        receivedAt: row.received_at,
      })),
      firstHref: after ? to(null) : null,
      nextHref: rows.length > pageSize ? to(shown.at(-1)!.id) : null,
    },
  }
}

export const adminAppeals = handler({ load: loadAdminAppeals })
