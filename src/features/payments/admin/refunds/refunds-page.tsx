import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, pick } from '#ui/admin-filters.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { nothingFound, type RefundSort, refundStates, refundsHref, usualRefundSort } from '../rules.ts'
import type { refunds } from './server.ts'

type Data = PageData<typeof refunds>

export const page = definePage<Data>(RefundsPage, 'Refunds')

function RefundsPage({ data: { filters, sort, refunds, pages, exportHref } }: { data: Data }) {
  const sorted = (by: RefundSort['by']) => sortBy(by, sort, (next) => refundsHref(filters, next))
  return (
    <>
      <div className="admin-head">
        <PageHeading lead="Refunds by hand above £500 need a second person." />
        <CsvLink href={exportHref} />
      </div>
      <AdminFilters
        action={adminHref('refunds')}
        values={filters}
        sort={sortText(sort, usualRefundSort)}
        fields={[
          { kind: 'search', name: 'q', label: 'Reference, organisation, email, amount or id' },
          pick('state', 'State', 'Any', refundStates),
          { kind: 'day', name: 'from', label: 'From' },
          { kind: 'day', name: 'until', label: 'Until' },
        ]}
      />
      <AdminList
        caption={`Refunds, sorted by ${sort.by === 'amount' ? 'amount' : 'day'}`}
        icon="i-receipt"
        empty={nothingFound('refunds', filters)}
        columns={[
          {
            label: 'Order',
            href: ({ orderId }) => adminHref('order', { id: orderId }),
            cell: ({ type }) => orderLabel(type),
          },
          { label: 'Amount', sort: sorted('amount'), pence: 'amountPence' },
          { label: 'Application', cell: 'reference' },
          { label: 'Organisation', grows: true, cell: 'organisationName' },
          {
            label: 'State',
            cell: ({ state }) => <Badge tone={refundStates[state]!.tone}>{refundStates[state]!.label}</Badge>,
          },
          { label: 'Asked for', sort: sorted('asked'), day: 'requestedAt' },
          { label: 'By', wide: true, cell: ({ requestedByName }) => requestedByName ?? 'At the provider' },
          { label: 'Settled', wide: true, day: 'settledAt' },
        ]}
        rows={refunds}
        pages={pages}
      />
    </>
  )
}
