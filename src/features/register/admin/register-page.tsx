import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { registerStatuses, registerStatusNames } from '#domain/register-status.ts'
import { RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import type { PageData } from '#page/page.ts'
import { AdminFilters, filterField } from '#ui/admin-filters.tsx'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { AssuranceBadge } from '../assurance-badge.tsx'
import { type RegisterSort, registerHref, usualRegisterSort } from './rules.ts'
import type { adminRegister } from './server.ts'

type RegisterData = PageData<typeof adminRegister>

export const page = definePage<RegisterData>({ Component: RegisterPage, meta: () => ({ title: 'Register' }) })

function RegisterPage({ data }: { data: RegisterData }) {
  return (
    <>
      <div className="admin-head">
        <PageHeading>Register</PageHeading>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="quiet" href={data.exportHref} download>
            <Icon icon="i-download" />
            CSV file
          </ButtonLink>
          <ButtonLink href={adminHref('adminEntry', { id: 'new' })}>Add an entry</ButtonLink>
        </div>
      </div>
      <Filters data={data} />
      <Entries data={data} />
    </>
  )
}

function Filters({ data: { filters, sort } }: { data: RegisterData }) {
  const isFiltered = filters.q !== '' || filters.status !== null || filters.featured
  return (
    <AdminFilters
      action={adminHref('adminRegister')}
      filters={filters}
      sort={sortText(sort, usualRegisterSort)}
      clearHref={isFiltered ? adminHref('adminRegister') : null}
    >
      <SearchInput
        name="q"
        label="Title, organiser, venue or number"
        defaultValue={filters.q}
        maxLength={100}
        fieldClassName="basis-full xl:basis-0 xl:grow"
      />
      <Select
        name="status"
        label="Status"
        defaultValue={filters.status ?? ''}
        placeholder="Any"
        options={registerStatusNames.map((status) => ({ value: status, label: registerStatuses[status].label }))}
        fieldClassName={filterField}
      />
      <Checkbox name="featured" value="1" label="Featured only" defaultChecked={filters.featured} />
    </AdminFilters>
  )
}

function Entries({ data: { filters, sort, entries, pages } }: { data: RegisterData }) {
  if (entries.length === 0 && pages.previousHref === null) {
    return <EmptyState className="mt-8" icon="i-book-open" title="No entries match these filters." />
  }
  const sorted = (by: RegisterSort['by']) => sortBy(by, sort, (next) => registerHref(filters, next))
  return (
    <>
      <AdminTable
        caption="Entries of the register"
        columns={[
          { label: 'Event' },
          { label: 'Organiser', grows: true, wide: true },
          { label: 'Status' },
          { label: 'City', wide: true },
          { label: 'Date', numeric: true, sort: sorted('date') },
          { label: 'Number', wide: true },
          { label: 'Published', numeric: true, wide: true, sort: sorted('published') },
        ]}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: [
            <a key="name" href={adminHref('adminEntry', { id: entry.id })}>
              {entry.title}
            </a>,
            entry.organiser,
            <>
              <RegisterStatusBadge status={entry.status} />
              <AssuranceBadge assurance={entry.assurance} />
              {entry.featured && <Badge tone="gold">Featured</Badge>}
            </>,
            entry.city,
            entry.date && londonDateOf(`${entry.date}T12:00:00Z`),
            entry.number,
            londonDateOf(entry.publishedAt),
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
