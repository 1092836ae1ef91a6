import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { pounds } from '../../../../domain/money.ts'
import { type Action, handler } from '../../../../requests/page-loader.ts'
import type { AdminSays } from '../../../../ui/admin-notice.tsx'
import { readDiscrepancy } from '../../server/discrepancy-queries.ts'
import { type RefundOutcome, refundOrder } from '../../server/refund-order.ts'
import { againAnswers, penceOf, reasonLimit } from '../rules.ts'
import type { OrderData } from '../state.ts'
import { beingAsked, loadOrder, orderPage } from './load-order.ts'

/** Takes the refund of an order or of a payment in its name that was not booked. */
export const actOrder: Action<OrderData> = async (request) => {
  const { params, form, visitor, services } = request
  const admin = await visitor.admin()
  const id = params.id ?? ''
  if (!admin || !isUuid(id)) return { kind: 'not-found' }
  const { amount = '', reason = '', requestKey = '' } = form
  const discrepancyId = isUuid(form.discrepancy) ? form.discrepancy : null
  // The log names the order of the page, so the payment has to be one in its name.
  if (discrepancyId && (await readDiscrepancy(services.sql, { discrepancyId }))[0]?.order_id !== id)
    return { kind: 'not-found' }
  const pence = penceOf(amount)
  const again = againAnswers.find((known) => known === form.again) ?? null
  const typed = {
    discrepancyId,
    again,
    againProblem: again || discrepancyId ? null : 'Say whether they may pay again',
    amount,
    reason: reason.slice(0, reasonLimit * 2),
    amountProblem: pence === null ? 'Give the amount in pounds, such as 49.00' : null,
    reasonProblem: reasonProblemOf(reason),
    ...(isUuid(requestKey) ? { requestKey } : {}),
  }
  if (pence === null || typed.reasonProblem || typed.againProblem || !isUuid(requestKey)) {
    return await orderPage(request, { status: 422, refund: typed })
  }
  const outcome = await refundOrder(
    services,
    {
      ...(discrepancyId ? { discrepancyId } : { orderId: id }),
      amountPence: pence,
      reason: reason.trim(),
      isForCause: again === 'closed',
      requestKey,
      by: admin,
    },
    async (tx, refundId, amountPence) => {
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'order', id },
        action: 'refunded',
        after: { refundId, amountPence, discrepancyId },
      })
    },
  )
  if ((outcome.kind === 'refunded' || outcome.kind === 'under-way') && outcome.amountPence !== pence) {
    // Somebody has gone back to a form that was sent, and changed the amount.
    const amountBefore = pounds(outcome.amountPence)
    return await orderPage(request, {
      status: 409,
      notice: {
        tone: 'warning',
        title:
          outcome.kind === 'refunded'
            ? `You have already refunded ${amountBefore} with this form. Nothing more was refunded`
            : `You have already asked to refund ${amountBefore} with this form, and the provider has not answered yet`,
        text: 'What you typed is in a new form.',
      },
      refund: { ...typed, requestKey: crypto.randomUUID() },
    })
  }
  if (outcome.kind === 'refunded' || outcome.kind === 'under-way') {
    return { kind: 'redirect', to: adminHref('order', { id }, { done: outcome.kind }), status: 303 }
  }
  if (outcome.kind === 'too-much') {
    const amountProblem = `Only ${pounds(outcome.leftPence)} is left to refund`
    return await orderPage(request, { status: 422, refund: { ...typed, amountProblem } })
  }
  // The key of a refund that was refused stays with it: the form that is shown again asks for another.
  const refund = outcome.kind === 'refused' ? { ...typed, requestKey: crypto.randomUUID() } : typed
  return await orderPage(request, { status: 409, notice: refusalOf(outcome), refund })
}

function reasonProblemOf(reason: string): string | null {
  if (reason.trim() === '') return 'Enter the reason. It is kept in our records'
  return reason.length > reasonLimit ? `Use at most ${reasonLimit} characters` : null
}

function refusalOf(outcome: Exclude<RefundOutcome, { kind: 'refunded' | 'under-way' | 'too-much' }>): AdminSays {
  switch (outcome.kind) {
    case 'refused':
      return {
        tone: 'danger',
        title: 'The payment provider has refused the refund',
        ...(outcome.problem ? { text: `It says: ${outcome.problem}` } : {}),
      }
    case 'being-asked':
      return beingAsked
    case 'nothing-left':
      return { tone: 'warning', title: 'Everything has already been refunded' }
    case 'nothing-taken':
      return { tone: 'warning', title: 'No money was paid, so there is nothing to refund' }
    case 'not-found':
      return { tone: 'danger', title: 'There is no such payment' }
    case 'unavailable':
      return {
        tone: 'danger',
        title: 'The payment provider does not answer',
        text: 'Nothing was refunded. Try again.',
      }
  }
}

export const order = handler({ load: loadOrder, act: actOrder })
