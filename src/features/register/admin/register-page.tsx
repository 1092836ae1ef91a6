import { adminHref } from '#admin-pages.ts'
import { registerStatuses, registerStatusNames } from '#domain/register-status.ts'
import { AssuranceBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import type { PageData } from '#page/page.ts'
import { AdminFilters } from '#ui/admin-filters.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { type RegisterSort, registerHref, usualRegisterSort } from './rules.ts'
import type { adminRegister } from './server/register-list.ts'

type RegisterData = PageData<typeof adminRegister>

export const page = definePage<RegisterData>(RegisterPage, 'Register')

function RegisterPage({ data }: { data: RegisterData }) {
  return (
    <>
      <div className="admin-head">
        <PageHeading />
        <div className="flex flex-wrap gap-3">
          <CsvLink href={data.exportHref} />
          <ButtonLink href={adminHref('adminEntry', { id: 'new' })}>Add an entry</ButtonLink>
        </div>
      </div>
      <Filters data={data} />
      <Entries data={data} />
    </>
  )
}

function Filters({ data: { filters, sort } }: { data: RegisterData }) {
  const options = registerStatusNames.map((status) => ({ value: status, label: registerStatuses[status].label }))
  return (
    <AdminFilters
      action={adminHref('adminRegister')}
      values={filters}
      sort={sortText(sort, usualRegisterSort)}
      fields={[
        { kind: 'search', name: 'q', label: 'Title, organiser, venue or number' },
        { kind: 'pick', name: 'status', label: 'Status', any: 'Any', options },
        { kind: 'box', name: 'featured', label: 'Featured only' },
      ]}
    />
  )
}

function Entries({ data: { filters, sort, entries, pages } }: { data: RegisterData }) {
  const sorted = (by: RegisterSort['by']) => sortBy(by, sort, (next) => registerHref(filters, next))
  return (
    <AdminList
      caption="Entries of the register"
      icon="i-book-open"
      empty="No entries match these filters."
      columns={[
        { label: 'Event', href: ({ id }) => adminHref('adminEntry', { id }), cell: 'title' },
        { label: 'Organiser', grows: true, wide: true, cell: 'organiser' },
        { label: 'Status', whole: true, cell: (entry) => <Badges entry={entry} /> },
        { label: 'City', wide: true, cell: 'city' },
        { label: 'Date', sort: sorted('date'), day: 'date' },
        { label: 'Number', wide: true, cell: 'number' },
        { label: 'Published', wide: true, sort: sorted('published'), day: 'publishedAt' },
      ]}
      rows={entries}
      pages={pages}
    />
  )
}

function Badges({ entry }: { entry: RegisterData['entries'][number] }) {
  return (
    <>
      <RegisterStatusBadge {...entry} />
      <AssuranceBadge {...entry} />
      {entry.featured && <Badge tone="gold">Featured</Badge>}
    </>
  )
}
