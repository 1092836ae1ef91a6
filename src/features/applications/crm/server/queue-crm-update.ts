import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'
import type { CrmNews, CrmStatus } from '../rules.ts'

/** @returns false where the CRM was last told exactly this, and for a withdrawn application: then nothing is noted. */
export async function queueCrmUpdate(
  transaction: Transaction,
  { applicationId, status, selectedOptions }: { applicationId: string; status: CrmStatus; selectedOptions: string[] },
  { crm }: Pick<Services, 'crm'>,
): Promise<boolean> {
  const state = crm ? 'waiting' : 'kept'
  const [added] = await transaction<{ id: string }[]>`
    with changed as (
      update applications
      set crm_status = ${status}::text, crm_options = ${selectedOptions}::text[], updated_at = now()
      where id = ${applicationId}::uuid and withdrawn_at is null and (crm_status is distinct from ${status}::text
        or crm_options <> ${selectedOptions}::text[])
      returning id
    )
    insert into crm_updates (application_id, status, selected_options, state, settled_at)
    select id, ${status}::text, ${selectedOptions}::text[], ${state}::text, case when ${state}::text = 'kept' then now() end
    from changed
    returning id`
  if (added && crm) await addJob(transaction, 'deliver-crm-update', { updateId: added.id })
  return added !== undefined
}

/** Only for an application that the CRM knows; the status that it was last told stays. */
export async function queueCrmNews(
  transaction: Transaction,
  { applicationId, status }: { applicationId: string; status: CrmNews },
  { crm }: Pick<Services, 'crm'>,
): Promise<void> {
  const state = crm ? 'waiting' : 'kept'
  const [added] = await transaction<{ id: string }[]>`
    insert into crm_updates (application_id, status, selected_options, state, settled_at)
    select id, ${status}::text, crm_options, ${state}::text, case when ${state}::text = 'kept' then now() end
    from applications where id = ${applicationId}::uuid and crm_status is not null
    returning id`
  if (added && crm) await addJob(transaction, 'deliver-crm-update', { updateId: added.id })
}
