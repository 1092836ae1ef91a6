import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { disputeReason, disputeWords } from '#features/payments/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import type { DisputeRow } from './server/movement-queries.ts'
import type { payments } from './server/payments.ts'

type Data = PageData<typeof payments>

export function DisputeNotice({ dispute }: { dispute: DisputeRow }) {
  const { id, amount_pence, reason, status, opened_at, ended_at } = dispute
  return (
    <Notice
      tone={ended_at ? 'info' : 'danger'}
      title={`Dispute of ${poundsAndPence(amount_pence)}: ${disputeWords(status)}`}
    >
      <p className="text-sm">
        Opened on {londonDateOf(opened_at)}. Reason: {disputeReason(reason)}. {!ended_at && `${answerWords(dispute)}.`}
      </p>
      <p className="text-sm font-mono break-all">{id}</p>
    </Notice>
  )
}

function answerWords({ due_by, status }: DisputeRow): string {
  if (!status.endsWith('needs_response')) return 'It has been answered'
  return due_by ? `Answer it at the provider by ${londonDateOf(due_by)}` : 'The bank takes no answer'
}

export function Disputes({ data: { disputes, pages } }: { data: Data }) {
  if (disputes.length === 0 && pages.previousHref === null)
    return <EmptyState className="mt-6" icon="i-circle-check" title="No payment has been disputed." />
  return (
    <AdminTable
      caption="Disputed payments, the next to answer first"
      columns={[
        { label: 'Order', grows: true },
        { label: 'Amount', numeric: true },
        { label: 'Reason', wide: true },
        { label: 'Status' },
        { label: 'Answer by', numeric: true },
        { label: 'Opened', numeric: true, wide: true },
      ]}
      rows={disputes.map((dispute) => ({
        key: dispute.id,
        cells: [
          dispute.order_id ? (
            <a key="order" href={adminHref('order', { id: dispute.order_id })}>
              {orderLabel(dispute.type!)} of {dispute.reference}
            </a>
          ) : (
            <span key="order" className="font-mono text-sm break-all">
              {dispute.payment_intent_id}
            </span>
          ),
          poundsAndPence(dispute.amount_pence),
          disputeReason(dispute.reason),
          disputeWords(dispute.status),
          dispute.ended_at === null && dispute.due_by ? londonDateOf(dispute.due_by) : '',
          londonDateOf(dispute.opened_at),
        ],
      }))}
    />
  )
}
