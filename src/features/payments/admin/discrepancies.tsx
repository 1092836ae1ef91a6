import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { problemOf } from '#wire/form.ts'
import type { Discrepancy } from '../fulfilment/server/queries.ts'
import { settleForm } from './form.ts'
import { discrepancyWords } from './rules.ts'
import type { payments } from './server/payments.ts'

type Data = PageData<typeof payments>

export function Discrepancies({ data: { discrepancies, place } }: { data: Data }) {
  const { onlyOpen } = place
  return (
    <>
      <p className="mb-4">
        <a href={adminHref('payments', { all: onlyOpen })} className="inline-block py-2">
          {onlyOpen ? 'Show settled ones, too' : 'Show open ones only'}
        </a>
      </p>
      {discrepancies.length === 0 && (
        <EmptyState
          icon="i-circle-check"
          title={onlyOpen ? 'There is nothing to settle.' : 'There are no discrepancies.'}
          text="A discrepancy is a real payment that someone has to check: paid twice, not the amount we asked for, for an order that does not exist here, or paid after an approval was withdrawn."
        />
      )}
      <ul className="flex flex-col gap-4">
        {discrepancies.map((discrepancy) => (
          <li key={discrepancy.id} className="p-5 border border-border rounded bg-surface-raised">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div>
                <p className="font-semibold">
                  {discrepancyWords[discrepancy.kind]}: {poundsAndPence(discrepancy.amount_pence)}
                </p>
                <FoundIn discrepancy={discrepancy} />
                <p className="text-sm text-muted">
                  <AdminTime at={discrepancy.found_at} />
                  {discrepancy.difference && `; the ${discrepancy.difference} differs`}
                </p>
              </div>
              <Badge tone={discrepancy.settled_at ? 'accredited' : 'danger'}>
                {discrepancy.settled_at ? 'Settled' : 'Open'}
              </Badge>
            </div>
            {discrepancy.settled_at ? (
              <p className="mt-3">
                {discrepancy.settled_by_name}, <AdminTime at={discrepancy.settled_at} />: {discrepancy.note}
              </p>
            ) : (
              <div className="mt-3 flex flex-col gap-3">
                {discrepancy.order_id ? (
                  <p>
                    <a
                      href={adminHref(
                        'order',
                        { id: discrepancy.order_id },
                        {
                          refund: true,
                          // It is the order's own payment.
                          discrepancy: discrepancy.kind === 'not-approved' ? null : discrepancy.id,
                        },
                      )}
                      className="inline-block py-2 font-semibold"
                    >
                      Refund this payment
                    </a>
                  </p>
                ) : (
                  <p>
                    It is for an order that does not exist here. This can happen after an older backup was restored.
                    Find the payer at the payment provider. Ask them to apply again, or refund the money there. A refund
                    settles this and ends the subscription.
                  </p>
                )}
                <SettleForm id={discrepancy.id} summary="Settle without a refund" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the payment was for: the order that it names, or, where that does not exist here, what the provider knows it by. */
function FoundIn({ discrepancy }: { discrepancy: Discrepancy }) {
  if (discrepancy.order_id) {
    return (
      <p>
        <a href={adminHref('order', { id: discrepancy.order_id })}>
          {orderLabel(discrepancy.type!)} of {discrepancy.reference}
        </a>
        , {discrepancy.organisation_name}
      </p>
    )
  }
  const ids = [discrepancy.checkout_session_id, discrepancy.payment_intent_id, discrepancy.subscription_id].filter(
    Boolean,
  )
  return <p className="font-mono text-sm break-all">{ids.join(', ')}</p>
}

/** Where the ledger and the provider's books differ. */
export function Differences({ data: { differences } }: { data: Data }) {
  if (differences.length === 0) return null
  const side = (pence: number | null) => (pence === null ? 'nothing' : poundsAndPence(pence))
  return (
    <TitledSection
      id="differences"
      title="Differences from the provider’s books"
      className="mt-10"
      heading="mb-3 text-xl"
    >
      <p className="mb-4 text-muted">
        They are settled automatically once both sides agree. What stays is a movement that one side does not have.
      </p>
      <ul className="flex flex-col gap-4">
        {differences.map((difference) => (
          <li key={difference.id} className="p-5 border border-border rounded bg-surface-raised">
            <p className="font-semibold">
              Provider: {side(difference.providerPence)}. Ledger: {side(difference.ledgerPence)}
            </p>
            {difference.orderId && (
              <p>
                <a href={adminHref('order', { id: difference.orderId })}>Order</a>
              </p>
            )}
            <p className="font-mono text-sm break-all">
              {difference.about}
              {difference.paymentIntentId && `, ${difference.paymentIntentId}`}
            </p>
            <p className="text-sm text-muted">
              <AdminTime at={difference.foundAt} />
            </p>
            <SettleForm id={difference.id} summary="Settle with a note" />
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}

/** Of a discrepancy or a difference; open, with what was typed, where it was not taken. */
function SettleForm({ id, summary }: { id: string; summary: string }) {
  const { typed, problems } = usePosted('settle')
  const problem = typed.discrepancy === id ? problemOf(problems, 'note') : undefined
  const { label, rows, max } = settleForm.fields.note
  return (
    <Disclosure summary={summary} open={problem !== undefined || undefined}>
      <form method="post" action={adminHref('payments')} noValidate key={problem} className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="settle" />
        <input type="hidden" name="discrepancy" value={id} />
        <TextArea
          id={`note-${id}`}
          name="note"
          label={label}
          rows={rows}
          maxLength={max}
          defaultValue={problem === undefined ? '' : typed.note}
          error={problem}
        />
        <Button className="self-start">Settle</Button>
      </form>
    </Disclosure>
  )
}
