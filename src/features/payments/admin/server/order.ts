import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pounds } from '#domain/money.ts'
import { readDiscrepancy } from '#features/payments/fulfilment/server/discrepancy-queries.ts'
import { type RefundOutcome, refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type FormRequest, handler } from '#requests/page-loader.ts'
import type { AdminSays } from '#ui/admin-notice.tsx'
import { type Failure, failure } from '#wire/failure.ts'
import { refuse } from '#wire/field-failures.ts'
import { type FormState, problemOf } from '#wire/form.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { againAnswers, penceOf, reasonLimit } from '../rules.ts'
import type { OrderData } from '../state.ts'
import { beingAsked, loadOrder, orderPage } from './load-order.ts'

/** Gives money of an order back, or of a payment in its name that was not booked. */
const refund = formCommand({
  permission: 'money',
  params: type({ id: 'string.uuid' }),
  schema: type({
    /** Of the form: sent again, it is the same refund. */
    requestKey: 'string.uuid',
    discrepancyId: 'string.uuid | null',
    amount: type('string').narrow(
      (typed, ctx) => penceOf(typed) !== null || refuse(ctx, 'Give the amount in pounds, such as 49.00'),
    ),
    reason: paragraphs(reasonLimit, 'Enter the reason. It is kept in our records'),
    again: type.enumerated(...againAnswers).configure({ sentence: 'Say whether they may pay again' }),
  }),
  run: async ({ params: { id }, input: { requestKey, discrepancyId, amount, reason, again }, admin, services }) => {
    // The log names the order of the page, so the payment has to be one in its name.
    if (discrepancyId && (await readDiscrepancy(services.sql, { discrepancyId }))[0]?.order_id !== id)
      return failure('not-found', 'There is no such payment.')
    const pence = penceOf(amount)!
    const outcome = await refundOrder(
      services,
      {
        ...(discrepancyId ? { discrepancyId } : { orderId: id }),
        amountPence: pence,
        reason,
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
    switch (outcome.kind) {
      case 'refunded':
      case 'under-way':
        if (outcome.amountPence === pence) return answer({ id, done: outcome.kind })
        // Somebody has gone back to a form that was sent, and changed the amount.
        return notRefunded(changedWords(outcome), { isSpent: true })
      case 'too-much': {
        const message = `Only ${pounds(outcome.leftPence)} is left to refund`
        return failure('invalid', message, { fields: [{ field: 'amount', message }] })
      }
      default:
        // The key of a refund that was refused stays with it: the form that is shown again asks for another.
        return notRefunded(refusalOf(outcome), { isSpent: outcome.kind === 'refused' })
    }
  },
})

/** @param of.isSpent whether the form's key is used up. */
function notRefunded(notice: AdminSays, of: { isSpent: boolean }): Failure {
  return failure('conflict', notice.title, { details: { notice, ...of } })
}

function changedWords({ kind, amountPence }: Extract<RefundOutcome, { amountPence: number }>): AdminSays {
  const before = pounds(amountPence)
  return {
    tone: 'warning',
    title:
      kind === 'refunded'
        ? `You have already refunded ${before} with this form. Nothing more was refunded`
        : `You have already asked to refund ${before} with this form, and the provider has not answered yet`,
    text: 'What you typed is in a new form.',
  }
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

const inputOf = ({ form: { discrepancy, ...form } }: FormRequest) => {
  const discrepancyId = isUuid(discrepancy) ? discrepancy : null
  // Of a payment that was not booked, nothing is paid again.
  return { ...form, discrepancyId, ...(discrepancyId ? { again: 'open' } : {}) }
}

async function again(request: FormRequest, { problems }: FormState, { failure, details }: Failure) {
  if (failure === 'not-found') return { kind: 'not-found' as const }
  const { amount = '', reason = '', requestKey, again: said } = request.form
  const { discrepancyId } = inputOf(request)
  return await orderPage(request, {
    notice: (details?.notice as AdminSays | undefined) ?? null,
    refund: {
      discrepancyId,
      amount,
      amountProblem: problemOf(problems, 'amount') ?? null,
      reason,
      reasonProblem: problemOf(problems, 'reason') ?? null,
      again: againAnswers.find((known) => known === said) ?? null,
      againProblem: problemOf(problems, 'again') ?? null,
      ...(isUuid(requestKey) && !details?.isSpent ? { requestKey } : {}),
    },
  })
}

export const order = handler<OrderData>({
  load: loadOrder,
  act: formPost(refund, {
    input: inputOf,
    done: ({ id, done }) => adminHref('order', { id }, { done }),
    again,
  }),
})
