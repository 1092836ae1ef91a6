import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { concernLists } from '../rules.ts'
import type { AdminConcernsData, ListedConcern } from '../state.ts'
import { countConcerns, type ListedRow, listConcerns } from './desk-queries.ts'

const pageSize = 50

/** Feeds the list of concerns: the open ones, those whose promise ends first in front, or those of one state, newest first. */
const loadAdminConcerns: Loader<AdminConcernsData> = async ({ query, services: { sql, now } }) => {
  const list = concernLists.find((known) => known === query.get('list')) ?? 'open'
  const at = now()
  const state = list === 'open' ? null : list
  const after = cursorOf(query.get('after'), state !== null)
  const [rows, [counts]] = await Promise.all([
    listConcerns(sql, { state, after, most: pageSize + 1 }),
    countConcerns(sql, { now: at.toISOString() }),
  ])
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const to = (cursor: string | null) => adminHref('adminConcerns', { list: state, after: cursor })
  return {
    kind: 'page',
    data: {
      list,
      concerns: shown.map((row) => listed(row, at)),
      counts: counts!,
      firstHref: after ? to(null) : null,
      nextHref: rows.length > pageSize && last ? to(state ? last.id : `${last.promised_at}~${last.id}`) : null,
    },
  }
}

/** What a page begins after: an id, with its promise in front where the list is in that order. */
function cursorOf(text: string | null, isById: boolean): { promisedAt: string; id: string } | null {
  if (isById) return isUuid(text ?? '') ? { promisedAt: '', id: text! } : null
  const [promisedAt = '', id = ''] = (text ?? '').split('~')
  return isUuid(id) && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(promisedAt) && !Number.isNaN(Date.parse(promisedAt))
    ? { promisedAt, id }
    : null
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
