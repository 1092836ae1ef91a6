import { adminHref } from '../../../admin-pages.ts'
import { outlivesRefund } from '../../../domain/catalogue.ts'
import { poundsAndPence } from '../../../domain/money.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Choice, RadioGroup } from '../../../ui/choices.tsx'
import { TextArea, TextInput } from '../../../ui/field.tsx'
import type { Found } from './order-page.tsx'
import { reasonLimit } from './rules.ts'

/** What it means to give back all that is left of a payment. */
function whatAllMeans(type: string): string {
  return outlivesRefund(type)
    ? 'Giving back all that is left marks the order as refunded; the campaign and its monthly bill go on until somebody ends the subscription at the payment provider.'
    : 'Giving back all that is left ends the order, what it brought and its subscription, where it has one.'
}

const againChoices: Choice[] = [
  { value: 'open', label: 'Yes', hint: 'It goes back at their request, or as goodwill.' },
  {
    value: 'closed',
    label: 'No, it goes back for cause',
    hint: 'Nothing is sold for this application until a reviewer opens its checkout.',
  },
]

export function RefundBox({ data: { order, refund } }: Found) {
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
        <h2 className="text-xl">
          {refund.discrepancyId ? 'Give back the payment that was not booked' : 'Give money back'}
        </h2>
        {payment && (
          <p className="text-muted">
            {poundsAndPence(payment.takenPence)} was taken, {poundsAndPence(payment.refundedPence)} has been given back.
            {!refund.discrepancyId && ` ${whatAllMeans(order.type)} A part of it leaves the order paid.`}
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
          hint="For our own books."
          rows={3}
          maxLength={reasonLimit}
          defaultValue={refund.reason}
          error={refund.reasonProblem ?? undefined}
        />
        {!refund.discrepancyId && (
          <RadioGroup
            name="again"
            label="May they pay again?"
            hint="Counts when all that is left goes back."
            choices={againChoices}
            defaultValue={refund.again ?? undefined}
            error={refund.againProblem ?? undefined}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger">
            Give back
          </Button>
          <ButtonLink variant="link" href={adminHref('order', { id: order.id })}>
            Do not
          </ButtonLink>
        </div>
      </form>
    </Card>
  )
}
