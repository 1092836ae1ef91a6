import type { Sql } from '#database/sql.ts'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { payOut, settlePayout } from './balance.ts'
import { type Books, openBooks } from './books.ts'
import { completeSession, declineSession, expireSession } from './checkout.ts'
import { completeUnpaid, settleDelayed } from './delayed-payment.ts'
import { type FaultKind, orderFault } from './faults.ts'
import { closeDispute, failRefund, openDispute, refundCharge, updateDispute } from './payments-taken.ts'
import {
  endSubscription,
  putTestCardOnFile,
  renewSubscription,
  retryRenewal,
  setCancelAtPeriodEnd,
  settleRenewal,
} from './subscriptions.ts'

/** What tests (and nothing over HTTP) can make happen, each in one transaction with its events. */
export type SandboxControls = ReturnType<typeof createSandboxControls>

/** Events leave with the next poll of any process that runs the sandbox, or at once where `changed` kicks it. */
export function createSandboxControls({
  sql,
  clock = () => new Date(),
  changed = () => {},
}: {
  sql: Sql
  clock?: (() => Date) | undefined
  changed?: () => void
}) {
  async function within<T>(work: (books: Books) => Promise<T>): Promise<T> {
    const done = await sql.begin((tx) => work(openBooks(tx, { now: Math.floor(clock().getTime() / 1000) })))
    changed()
    return done as T
  }

  function control<Given extends unknown[], T>(work: (books: Books, ...given: Given) => Promise<T>) {
    return (...given: Given) => within((books) => work(books, ...given))
  }

  return {
    /** With what the payer gives on the payment page. */
    paySession: control(completeSession),
    declineSession: control(declineSession),
    /** Its money comes later, and this lets it come or fail. */
    completeUnpaid: control(completeUnpaid),
    settleDelayed: control(settleDelayed),
    expireSession: control(expireSession),
    /** Charges the card on file, or begins a debit that waits for `settleRenewal`; fails like `failRenewal` where there is neither. */
    renewSubscription: (id: string) => within((books) => renewSubscription(books, id, 'on-file')),
    /** The debit of a subscription's latest bill comes, or does not. */
    settleRenewal: control(async (books, id: string, outcome: 'paid' | 'failed') =>
      settleRenewal(books, idOf((await books.get('subscription', id)).latest_invoice)!, outcome),
    ),
    /** A further attempt to collect what is overdue. */
    retryRenewal: control(retryRenewal),
    failRenewal: (id: string) => within((books) => renewSubscription(books, id, 'declined')),
    /** As the payer does on the billing page: it ends with the period that is paid. */
    cancelAtPeriodEnd: (id: string) => within((books) => setCancelAtPeriodEnd(books, id, true)),
    endSubscription: control(endSubscription),
    /** Of a charge, or the last charge of a payment intent; all that is left unless an amount is given. */
    refund: (id: string, amount?: number) =>
      within(async (books) => refundCharge(books, await chargeOf(books, id), { amount })),
    /** The payer's bank sends it back: the money stays with us. */
    failRefund: control(failRefund),
    /** The payer gives the test card on the billing page: it pays an overdue renewal, and those that follow. */
    payOverdue: (id: string) =>
      within(async (books) => putTestCardOnFile(books, idOf((await books.get('subscription', id)).customer)!)),
    openDispute: (id: string, request?: Parameters<typeof openDispute>[2]) =>
      within(async (books) => openDispute(books, await chargeOf(books, id), request)),
    closeDispute: control(closeDispute),
    updateDispute: control(updateDispute),
    /** All that is in the balance, as the daily payout would once it is available; null where it is not above zero. */
    payOut: () => within((books) => payOut(books, Number.MAX_SAFE_INTEGER)),
    settlePayout: control(settlePayout),
    fault: (kind: FaultKind, options?: { count?: number; matching?: string }) => orderFault(sql, kind, options),
  }
}

async function chargeOf(books: Books, id: string): Promise<string> {
  if (id.startsWith('ch_')) return id
  return idOf((await books.get('payment_intent', id)).latest_charge) ?? id
}
