import { adminHref } from '../../../../admin-pages.ts'
import { addJob } from '../../../../database/add-job.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler, type Loader } from '../../../../requests/page-loader.ts'
import { crmUpdateStates } from '../rules.ts'
import type { AdminCrmData } from '../state.ts'
import { listUpdates, wakeUpdate } from './queries.ts'

const pageSize = 50
const notices = ['sent', 'unchanged'] as const

/** Feeds the page of what the sales side was told, or is to be told: newest first. */
const loadAdminCrm: Loader<AdminCrmData> = async ({ query, services: { sql, crm } }) => {
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

/** Takes 'Send again' of an update that was given up or kept. Pressed twice, or without a CRM, it changes nothing more. */
const actAdminCrm: Action<AdminCrmData> = async ({ form, visitor, services: { sql, crm } }) => {
  const admin = await visitor.admin()
  const { update } = form
  if (!admin || !isUuid(update)) return { kind: 'not-found' }
  const woken = await sql.begin(async (tx) => {
    const [row] = crm ? await wakeUpdate(tx, { updateId: update }) : []
    if (!row) return false
    await addJob(tx, 'deliver-crm-update', { updateId: row.id })
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'crm-update', id: row.id },
      action: 'sent-again',
      after: { application: row.application_id },
    })
    return true
  })
  const state = crmUpdateStates.find((known) => known === form.state)
  return { kind: 'redirect', to: adminHref('adminCrm', { state, done: woken ? 'sent' : 'unchanged' }), status: 303 }
}

export const adminCrm = handler({ load: loadAdminCrm, act: actAdminCrm })
