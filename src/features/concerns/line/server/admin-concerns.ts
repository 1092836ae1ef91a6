import { adminHref } from '#admin-pages.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { concernLists, isSettled } from '../rules.ts'
import type { AdminConcernsData, ListedConcern } from '../state.ts'
import { countConcerns, type ListedRow, listConcerns } from './desk-queries.ts'

const pageSize = 30

/** Feeds the list of concerns: the open ones, most urgent first, or those of one state, newest first. */
const loadAdminConcerns: Loader<AdminConcernsData> = async ({ query, services: { sql, now } }) => {
  const list = concernLists.find((known) => known === query.get('list')) ?? 'open'
  const page = readPageNumber(query.get('page'))
  const at = now()
  const [rows, states] = await Promise.all([
    listConcerns(sql, { state: list === 'open' ? null : list, ...rowsOf(page, pageSize) }),
    countConcerns(sql, { now: at.toISOString() }),
  ])
  const total = (of: { cases: number }[]) => of.reduce((sum, { cases }) => sum + cases, 0)
  const open = total(states.filter(({ state }) => !isSettled(state)))
  return {
    kind: 'page',
    data: {
      list,
      concerns: rows.slice(0, pageSize).map((row) => listed(row, at)),
      counts: { open, late: states.reduce((sum, { late }) => sum + late, 0) },
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: list === 'open' ? open : total(states.filter(({ state }) => state === list)),
        hrefOf: (number) => adminHref('adminConcerns', { list: list === 'open' ? null : list, page: number }),
      }),
    },
  }
}

function listed(row: ListedRow, now: Date): ListedConcern {
  return {
    id: row.id,
    reference: row.reference,
    about: row.about,
    inDanger: row.in_danger,
    state: row.state,
    event: row.entry_title ?? row.event,
    assignedTo: row.assigned_name,
    receivedAt: row.received_at,
    promisedAt: row.promised_at,
    isLate: row.state === 'received' && new Date(row.promised_at) < now,
    reply: !row.reply_asked
      ? null
      : row.reply_answered
        ? 'answered'
        : new Date(row.reply_expires_at!) <= now
          ? 'expired'
          : 'waiting',
  }
}

export const adminConcerns = handler({ load: loadAdminConcerns })
