import { adminHref } from '#admin-pages.ts'
import { outlivesRefund } from '#domain/catalogue.ts'
import { poundsAndPence } from '#domain/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Choice, RadioGroup } from '#ui/choices.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { reasonLimit } from './rules.ts'
import type { FoundOrder } from './state.ts'

/** What it means to give back all that is left of a payment. */
function whatAllMeans(type: string): string {
  return outlivesRefund(type)
    ? 'If you refund all that is left, the order is marked as refunded. The campaign and its monthly bill continue until someone ends the subscription at the payment provider.'
    : 'If you refund all that is left, the order ends, with what it paid for and its subscription if it has one.'
}

const againChoices: Choice[] = [
  { value: 'open', label: 'Yes', hint: 'The refund is at their request, or as goodwill.' },
  {
    value: 'closed',
    label: 'No, the refund is for cause',
    hint: 'They cannot pay for anything for this application until a reviewer opens its checkout.',
  },
]

export function RefundBox({ data: { order, refund } }: FoundOrder) {
  if (!refund) return null
  const { payment } = refund
  return (
    <Card as="section">
      <form
        method="post"
        action={adminHref('order', { id: order.id })}
        noValidate
        key={`${refund.amountProblem} ${refund.reasonProblem} ${refund.againProblem}`}
        className="flex flex-col gap-5"
      >
        <h2 className="text-xl">{refund.discrepancyId ? 'Refund the payment that was not recorded' : 'Refund'}</h2>
        {payment && (
          <p className="text-muted">
            {poundsAndPence(payment.takenPence)} was paid, {poundsAndPence(payment.refundedPence)} has been refunded.
            {!refund.discrepancyId && ` ${whatAllMeans(order.type)} If you refund a part, the order stays paid.`}
          </p>
        )}
        <input type="hidden" name="requestKey" value={refund.requestKey} />
        {refund.discrepancyId && <input type="hidden" name="discrepancy" value={refund.discrepancyId} />}
        <TextInput
          name="amount"
          label="Amount in pounds"
          hint={payment && `At most ${poundsAndPence(payment.leftPence)}`}
          inputMode="decimal"
          defaultValue={refund.amount}
          error={refund.amountProblem ?? undefined}
        />
        <TextArea
          name="reason"
          label="Reason"
          hint="For our own records."
          rows={3}
          maxLength={reasonLimit}
          defaultValue={refund.reason}
          error={refund.reasonProblem ?? undefined}
        />
        {!refund.discrepancyId && (
          <RadioGroup
            name="again"
            label="May they pay again?"
            hint="This counts if you refund all that is left."
            choices={againChoices}
            defaultValue={refund.again ?? undefined}
            error={refund.againProblem ?? undefined}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger">
            Refund
          </Button>
          <ButtonLink variant="link" href={adminHref('order', { id: order.id })}>
            Do not
          </ButtonLink>
        </div>
      </form>
    </Card>
  )
}
