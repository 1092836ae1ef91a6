import { adminHref } from '#admin-pages.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { problemOf } from '#wire/form.ts'
import { settleForm } from './form.ts'
import type { payments } from './server/payments.ts'

/** Where the ledger and the provider's books differ. */
export function Differences({ data: { differences } }: { data: PageData<typeof payments> }) {
  const { typed, problems } = usePosted('settle')
  const problem = problemOf(problems, 'note')
  const { label, rows, max } = settleForm.fields.note
  if (differences.length === 0) return null
  const side = (pence: number | null) => (pence === null ? 'nothing' : poundsAndPence(pence))
  return (
    <section aria-labelledby="differences" className="mt-10">
      <h2 id="differences" className="mb-3 text-xl">
        Differences from the provider’s books
      </h2>
      <p className="mb-4 text-muted">
        They are settled automatically once both sides agree. What stays is a movement that one side does not have.
      </p>
      <ul className="flex flex-col gap-4">
        {differences.map((difference) => {
          const isPosted = problem !== undefined && typed.discrepancy === difference.id
          return (
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
              <Disclosure summary="Settle with a note" open={isPosted || undefined}>
                <form method="post" action={adminHref('payments')} noValidate className="flex flex-col gap-4">
                  <input type="hidden" name="intent" value="settle" />
                  <input type="hidden" name="discrepancy" value={difference.id} />
                  <TextArea
                    id={`note-${difference.id}`}
                    name="note"
                    label={label}
                    rows={rows}
                    maxLength={max}
                    defaultValue={isPosted ? typed.note : ''}
                    error={isPosted ? problem : undefined}
                  />
                  <Button type="submit" className="self-start">
                    Settle
                  </Button>
                </form>
              </Disclosure>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
