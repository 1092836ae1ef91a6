import type { Transaction } from '../../database/sql.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { addFinding } from './desk-queries.ts'
import { findingMail } from './order-mails.ts'
import { readFunnelApplication, readOrder } from './queries.ts'

/** A genuine payment that is not booked. */
export type UnbookedPayment = {
  kind: 'paid-twice' | 'mismatch'
  /** The order that it names. */
  orderId: string
  sessionId: string
  /** Of a mismatch: which part differs. */
  difference: string | null
  amountPence: number
  currency: string
  paymentIntentId: string | null
  subscriptionId: string | null
}

/** Keeps a payment that is not booked for somebody to look at, and tells the team: once for each session and kind. */
export async function reportPayment(tx: Transaction, services: Services, payment: UnbookedPayment): Promise<void> {
  const { kind, orderId, sessionId, difference, amountPence, currency, paymentIntentId, subscriptionId } = payment
  const [added] = await addFinding(
    tx,
    kind,
    orderId,
    sessionId,
    difference,
    amountPence,
    currency,
    paymentIntentId,
    subscriptionId,
    services.now().toISOString(),
  )
  if (!added) return
  const [order] = await readOrder(tx, orderId)
  const [application] = await readFunnelApplication(tx, order!.application_id)
  const finding = { id: added.id, kind, amountPence, currency }
  await queueMail(tx, findingMail(finding, order!, application!, services.brand), services)
  services.log.error('payment not booked', { outcome: kind, order: orderId, difference })
}
