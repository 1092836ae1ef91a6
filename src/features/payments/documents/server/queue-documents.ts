import { addJob } from '#database/add-job.ts'
import type { SqlRunner } from '#database/sql.ts'

/** After a payment or a refund of the order: whatever becomes of the documents, it holds up neither. */
export async function queueDocuments(sql: SqlRunner, orderId: string): Promise<void> {
  await addJob(sql, 'issue-documents', { orderId }, { key: `documents:${orderId}` })
}
