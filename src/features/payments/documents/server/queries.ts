import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

export type DocumentKind = 'invoice' | 'credit-note'

export type ListedDocument = {
  id: string
  kind: DocumentKind
  number: string
  grossPence: Pence
  vatPence: Pence
  isReverseCharge: boolean
  issuedAt: Instant
  /** Of a credit note: the money has not gone back after all, so a person has to correct it. */
  isRefundFailed: boolean
}

/** Oldest first. */
export const listDocuments = (sql: SqlRunner, of: { applicationId: string } | { orderId: string }) => camel(sql)<
  ListedDocument[]
>`
  select d.id, d.kind, d.number, d.gross_pence, d.vat_pence, d.is_reverse_charge, d.issued_at,
    coalesce(r.state in ('failed', 'cancelled'), false) as is_refund_failed
  from payment_documents d
  join orders o on o.id = d.order_id
  left join order_refunds r on r.provider_refund_id = d.refund_id
  where ${'orderId' in of ? sql`o.id = ${of.orderId}::uuid` : sql`o.application_id = ${of.applicationId}::uuid`}
  order by d.issued_at, d.number`

/** After a payment or a refund of the order: whatever becomes of the documents, it holds up neither. */
export async function queueDocuments(sql: SqlRunner, orderId: string): Promise<void> {
  await addJob(sql, 'issue-documents', { orderId }, { key: `documents:${orderId}` })
}
