import { camel } from '#database/camel.ts'
import type { Services } from '#requests/services.ts'
import { type CrmNews, type CrmStatus, maxCrmAttempts } from '../rules.ts'

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
