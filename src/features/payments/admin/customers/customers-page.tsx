import { adminHref } from '#admin-pages.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, pick } from '#ui/admin-filters.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { NewTabLink, VisuallyHidden } from '#ui/text.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { type CustomerSort, customerKindWords, customersHref, nothingFound, usualCustomerSort } from '../rules.ts'
import type { customers } from './server.ts'

type Data = PageData<typeof customers>

export const page = definePage<Data>(CustomersPage, 'Customers')

function CustomersPage({ data: { filters, sort, customers, pages, exportHref, providerPages } }: { data: Data }) {
  const sorted = (by: CustomerSort['by']) => sortBy(by, sort, (next) => customersHref(filters, next))
  return (
    <>
      <div className="admin-head">
        <PageHeading lead="Organisations that have paid for something. Kept: paid less refunds and disputes." />
        <CsvLink href={exportHref} />
      </div>
      <AdminFilters
        action={adminHref('customers')}
        values={filters}
        sort={sortText(sort, usualCustomerSort)}
        fields={[
          { kind: 'search', name: 'q', label: 'Organisation, email or id' },
          pick('with', 'With', 'Anything', customerKindWords),
        ]}
      />
      <AdminList
        caption={`Customers, sorted by ${sort.by === 'name' ? 'name' : 'the day of their registration'}`}
        icon="i-receipt"
        empty={nothingFound('customers', filters)}
        columns={[
          {
            label: 'Organisation',
            sort: sorted('name'),
            href: ({ id }) => adminHref('orders', { q: id }),
            cell: 'name',
          },
          { label: 'Kept', pence: 'keptPence' },
          { label: 'Email', grows: true, cell: 'email' },
          { label: 'Paid orders', count: 'orders' },
          { label: 'Paid', wide: true, pence: 'paidPence' },
          {
            label: 'Refunded',
            numeric: true,
            wide: true,
            cell: ({ refundedPence }) => (refundedPence > 0 ? poundsAndPence(refundedPence) : ''),
          },
          { label: 'First payment', sort: sorted('since'), day: 'firstPaidAt' },
          { label: 'Last order paid', wide: true, day: 'lastPaidAt' },
          {
            label: 'Provider',
            cell: ({ customerId, name }) =>
              customerId && (
                <NewTabLink href={`${providerPages}/customers/${customerId}`}>
                  Open<VisuallyHidden>: {name}</VisuallyHidden>
                </NewTabLink>
              ),
          },
        ]}
        rows={customers}
        pages={pages}
      />
    </>
  )
}
