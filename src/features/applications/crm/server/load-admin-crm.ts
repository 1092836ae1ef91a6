import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader } from '../../../../page-loader.ts'
import { crmUpdateStates } from '../rules.ts'
import type { AdminCrmData } from '../state.ts'
import { listUpdates } from './queries.ts'

const pageSize = 50
const notices = ['sent', 'unchanged'] as const

/** Feeds the page of what the sales side was told, or is to be told: newest first. */
export const loadAdminCrm: Loader<AdminCrmData> = async ({ query, services: { sql, crm } }) => {
  const state = crmUpdateStates.find((known) => known === query.get('state')) ?? null
  const after = query.get('after')
  const before = isUuid(after) ? after : null
  // One more than is shown tells whether there is a next page.
  const rows = await listUpdates(sql, { state, before, most: pageSize + 1 })
  const updates = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    applicationId: row.application_id,
    reference: row.reference,
    title: row.title,
    status: row.status,
    levels: row.selected_options,
    state: row.state,
    createdAt: row.created_at,
    attempts: row.attempts,
    canSend: crm !== null && (row.state === 'failed' || row.state === 'kept'),
  }))
  return {
    kind: 'page',
    data: {
      state,
      updates,
      isConnected: crm !== null,
      notice: notices.find((known) => known === query.get('done')) ?? null,
      firstHref: before ? adminHref('adminCrm', { state }) : null,
      nextHref: rows.length > pageSize ? adminHref('adminCrm', { state, after: updates.at(-1)!.id }) : null,
    },
  }
}
