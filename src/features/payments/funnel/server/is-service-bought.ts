import type { Transaction } from '#database/sql.ts'
import { chosenExtras } from '#domain/catalogue.ts'
import { listBoughtServices } from '#features/payments/fulfilment/server/fulfilment-queries.ts'

/** Whether an application has bought any of the services that are chosen in an order's metadata. */
export async function isServiceBought(
  tx: Transaction,
  applicationId: string,
  metadata: { services?: string },
): Promise<boolean> {
  const bought = await listBoughtServices(tx, { applicationId })
  return chosenExtras(metadata).some((id) => bought.some(({ service }) => service === id))
}
