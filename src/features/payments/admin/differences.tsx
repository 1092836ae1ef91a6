import { adminHref } from '#admin-pages.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { TitledSection } from '#ui/layout.tsx'
import type { payments } from './server/payments.ts'
import { SettleForm } from './settle-form.tsx'

/** Where the ledger and the provider's books differ. */
export function Differences({ data: { differences } }: { data: PageData<typeof payments> }) {
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
