import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'
import { type CrmNews, type CrmStatus, maxCrmAttempts } from '../rules.ts'

/** @returns false where the CRM was last told exactly this, and for a withdrawn application: then nothing is noted. */
export async function queueCrmUpdate(
  transaction: Transaction,
  { applicationId, status, selectedOptions }: { applicationId: string; status: CrmStatus; selectedOptions: string[] },
  services: Pick<Services, 'crm'>,
): Promise<boolean> {
  const [changed] = await transaction<{ id: string }[]>`
    update applications
    set crm_status = ${status}::text, crm_options = ${selectedOptions}::text[], updated_at = now()
    where id = ${applicationId}::uuid and withdrawn_at is null and (crm_status is distinct from ${status}::text
      or crm_options <> ${selectedOptions}::text[])
    returning id`
  if (changed) await queueCrmNews(transaction, { applicationId, status }, services)
  return changed !== undefined
}

/** Only for an application that the CRM knows; the status that it was last told stays. */
export async function queueCrmNews(
  transaction: Transaction,
  { applicationId, status }: { applicationId: string; status: CrmStatus | CrmNews },
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

/** Throws while the CRM refuses, so that the queue tries again; an update whose yes was not noted is sent again under its id. */
export async function deliverCrmUpdate(
  { updateId }: { updateId: string },
  services: Pick<Services, 'sql' | 'crm'>,
): Promise<void> {
  const { crm } = services
  const sql = camel(services.sql)
  const [update] = await sql<
    {
      id: string
      applicationId: string
      reference: string
      status: CrmStatus | CrmNews
      selectedOptions: string[]
      attempts: number
      occurredAt: string
    }[]
  >`
    select u.id, u.application_id, a.reference, u.status, u.selected_options, u.attempts, u.created_at as occurred_at
    from crm_updates u
    join applications a on a.id = u.application_id
    where u.id = ${updateId}::uuid and u.state = 'waiting'`
  if (!update) return

  const note = (httpStatus: number | null, outcome: string, state: 'waiting' | 'delivered' | 'failed') =>
    sql`
    with settled as (
      update crm_updates
      set attempts = attempts + 1, state = ${state}::text,
        settled_at = case when ${state}::text <> 'waiting' then now() end
      where id = ${updateId}::uuid
      returning id
    )
    insert into crm_deliveries (update_id, http_status, outcome)
    select id, ${httpStatus}::integer, ${outcome}::text from settled`

  if (!crm) {
    await note(null, 'The CRM is no longer connected.', 'failed')
    return
  }
  // Made of the stored row alone, so that every attempt sends the same; `occurredAt` gives the order, as deliveries may overtake each
  // other.
  const { id, occurredAt, applicationId, reference, status, selectedOptions } = update
  const body = { id, type: 'application.crm_status', occurredAt, applicationId, reference, status, selectedOptions }
  const outcome = await crm.deliver({ id, body: JSON.stringify(body) })
  if (outcome.kind === 'delivered') {
    await note(outcome.status, 'Delivered.', 'delivered')
    return
  }
  const isLast = update.attempts + 1 >= maxCrmAttempts
  await note(outcome.status, outcome.reason, isLast ? 'failed' : 'waiting')
  if (!isLast) throw new Error('The CRM did not accept an update. We will try again.')
}
