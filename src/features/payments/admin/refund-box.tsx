import { adminHref } from '#admin-pages.ts'
import { outlivesRefund } from '#domain/catalogue.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { problemOf } from '#wire/form.ts'
import { refundForm } from './form.ts'
import type { order } from './server/order.ts'

type Data = Extract<PageData<typeof order>, { kind: 'found' }>

function whatAllMeans(type: string): string {
  return outlivesRefund(type)
    ? 'If you refund all that is left, the order is marked as refunded. The campaign and its monthly bill continue until someone ends the subscription at the payment provider.'
    : 'If you refund all that is left, the order ends, with what it paid for and its subscription if it has one.'
}

const againHints = {
  open: 'The refund is at their request, or as goodwill.',
  closed: 'They cannot pay for anything for this application until a reviewer opens its checkout.',
}

export function RefundBox({ order, refund }: { order: Data['order']; refund: NonNullable<Data['refund']> }) {
  const { payment, discrepancyId, requestKey } = refund
  const { typed, problems } = usePosted('refund')
  const { amount, reason, again } = refundForm.fields
  return (
    <Card as="section">
      <form
        method="post"
        action={adminHref('order', { id: order.id })}
        noValidate
        key={JSON.stringify(problems)}
        className="flex flex-col gap-5"
      >
        <h2 className="text-xl">{discrepancyId ? 'Refund the payment that was not recorded' : 'Refund'}</h2>
        {payment && (
          <p className="text-muted">
            {poundsAndPence(payment.takenPence)} was paid, {poundsAndPence(payment.refundedPence)} has been refunded.
            {!discrepancyId && ` ${whatAllMeans(order.type)} If you refund a part, the order stays paid.`}
          </p>
        )}
        <input type="hidden" name="requestKey" value={requestKey} />
        {discrepancyId && <input type="hidden" name="discrepancy" value={discrepancyId} />}
        <TextInput
          name="amount"
          label={amount.label}
          hint={payment && `At most ${poundsAndPence(payment.leftPence)}`}
          inputMode="decimal"
          defaultValue={typed.amount ?? (payment ? (payment.leftPence / 100).toFixed(2) : '')}
          error={problemOf(problems, 'amount')}
        />
        <TextArea
          name="reason"
          label={reason.label}
          hint={reason.hint}
          rows={reason.rows}
          maxLength={reason.max}
          defaultValue={typed.reason ?? ''}
          error={problemOf(problems, 'reason')}
        />
        {!discrepancyId && (
          <RadioGroup
            name="again"
            label={again.label}
            hint="This counts if you refund all that is left."
            choices={again.choices!.map((choice) => ({
              ...choice,
              hint: againHints[choice.value as 'open' | 'closed'],
            }))}
            defaultValue={typed.again}
            error={problemOf(problems, 'again')}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger">Refund</Button>
          <ButtonLink variant="link" href={adminHref('order', { id: order.id })}>
            Do not
          </ButtonLink>
        </div>
      </form>
    </Card>
  )
}
