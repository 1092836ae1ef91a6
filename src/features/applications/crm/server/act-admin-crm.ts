import { adminHref } from '../../../../admin-pages.ts'
import { addJob } from '../../../../database/add-job.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { crmUpdateStates } from '../rules.ts'
import type { AdminCrmData } from '../state.ts'
import { loadAdminCrm } from './load-admin-crm.ts'
import { wakeUpdate } from './queries.ts'

/** Takes 'Send again' of an update that was given up or kept. Pressed twice, or without a CRM, it changes nothing more. */
export const actAdminCrm: Action<AdminCrmData> = async ({ form, visitor, services: { sql, crm } }) => {
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
