import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'
import type { CrmNews, CrmStatus } from '../rules.ts'
import { addNews, addUpdate } from './queries.ts'

/**
 * Notes what the CRM is to be told of an application, in the transaction of what it tells of; the queue takes it there after the
 * commit. Where no CRM is connected it is kept. The application's own status is never touched.
 *
 * @returns false when the CRM has been told exactly this last: then nothing is noted.
 */
export async function queueCrmUpdate(
  transaction: Transaction,
  update: { applicationId: string; status: CrmStatus; selectedOptions: string[] },
  { crm }: Pick<Services, 'crm'>,
): Promise<boolean> {
  const { applicationId, status, selectedOptions } = update
  const [added] = await addUpdate(transaction, {
    applicationId,
    status,
    selectedOptions,
    state: crm ? 'waiting' : 'kept',
  })
  if (added && crm) await addJob(transaction, 'deliver-crm-update', { updateId: added.id })
  return added !== undefined
}

/** Notes that an application was corrected or withdrawn, for a CRM that has heard of it; as above, and what it was last told stays. */
export async function queueCrmNews(
  transaction: Transaction,
  news: { applicationId: string; status: CrmNews },
  { crm }: Pick<Services, 'crm'>,
): Promise<void> {
  const [added] = await addNews(transaction, { ...news, state: crm ? 'waiting' : 'kept' })
  if (added && crm) await addJob(transaction, 'deliver-crm-update', { updateId: added.id })
}
