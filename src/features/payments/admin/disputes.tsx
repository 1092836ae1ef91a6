import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { disputeEvidence, disputeReason, disputeWords } from '#features/payments/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { Notice } from '#ui/notice.tsx'
import type { payments } from './server/payments.ts'
import type { DisputeRow } from './server/queries.ts'

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
      {!ended_at && status.endsWith('needs_response') && (
        <p className="text-sm">What to send: {disputeEvidence(reason)}.</p>
      )}
      <p className="text-sm font-mono break-all">{id}</p>
    </Notice>
  )
}

function answerWords({ due_by, status }: DisputeRow): string {
  if (!status.endsWith('needs_response')) return 'It has been answered'
  return due_by ? `Answer it at the provider by ${londonDateOf(due_by)}` : 'The bank takes no answer'
}

export function Disputes({ data: { disputes, pages } }: { data: Data }) {
  return (
    <AdminList
      caption="Disputed payments, the next to answer first"
      icon="i-circle-check"
      empty="No payment has been disputed."
      emptyClassName="mt-6"
      columns={[
        { label: 'Order', grows: true, cell: (dispute) => <Order dispute={dispute} /> },
        { label: 'Amount', pence: 'amount_pence' },
        { label: 'Reason', wide: true, cell: ({ reason }) => disputeReason(reason) },
        { label: 'Status', cell: ({ status }) => disputeWords(status) },
        {
          label: 'Answer by',
          numeric: true,
          cell: ({ ended_at, due_by }) => (ended_at === null && due_by ? londonDateOf(due_by) : ''),
        },
        { label: 'Opened', wide: true, day: 'opened_at' },
      ]}
      rows={disputes}
      pages={pages}
    />
  )
}

function Order({ dispute }: { dispute: Data['disputes'][number] }) {
  if (!dispute.order_id) return <span className="font-mono text-sm break-all">{dispute.payment_intent_id}</span>
  return (
    <a href={adminHref('order', { id: dispute.order_id })}>
      {orderLabel(dispute.type!)} of {dispute.reference}
    </a>
  )
}
