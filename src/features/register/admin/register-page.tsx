import { adminHref } from '../../../admin-pages.ts'
import { londonDateOf, longDay } from '../../../domain/london-time.ts'
import { registerStatuses, registerStatusNames } from '../../../domain/register-status.ts'
import { AdminFilters, filterField } from '../../../ui/admin-filters.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choices.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchInput, Select } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { AssuranceBadge } from '../assurance-badge.tsx'
import { RegisterStatusBadge } from '../register-status-badge.tsx'
import type { RegisterData } from './state.ts'

export const page = definePage<RegisterData>({ Component: RegisterPage, meta: () => ({ title: 'Register' }) })

function RegisterPage({ data }: { data: RegisterData }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading lead="Every entry of the public register, the latest first.">Register</PageHeading>
        <ButtonLink href={adminHref('adminEntry', { id: 'new' })}>Add an entry</ButtonLink>
      </div>
      <Filters data={data} />
      <Entries data={data} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Filters({ data: { filters } }: { data: RegisterData }) {
  const isFiltered = filters.q !== '' || filters.status !== null || filters.featured
  return (
    <AdminFilters
      action={adminHref('adminRegister')}
      filters={filters}
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

function Entries({ data: { entries } }: { data: RegisterData }) {
  if (entries.length === 0) {
    return <EmptyState className="mt-8" icon="i-book-open" title="No entry fits these filters." />
  }
  return (
    <div className="mt-6">
      <Table
        caption="Entries of the register"
        captionHidden
        columns={[
          { label: 'Event' },
          { label: 'Status' },
          { label: 'When and where' },
          { label: 'Number' },
          { label: 'Published', numeric: true },
        ]}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: [
            <span key="event" className="inline-block min-w-36">
              <SiteLink href={adminHref('adminEntry', { id: entry.id })} className="font-semibold">
                {entry.title}
              </SiteLink>
              <span className="block text-sm text-muted">{entry.organiser}</span>
            </span>,
            <span key="status" className="flex flex-wrap gap-1 max-xl:[&>*]:!whitespace-normal">
              <RegisterStatusBadge status={entry.status} />
              <AssuranceBadge assurance={entry.assurance} />
              {entry.featured && <Badge tone="gold">Featured</Badge>}
              {entry.is_demo && <Badge>Demonstration</Badge>}
            </span>,
            <span key="when" className="inline-block md:min-w-28">
              {longDay(entry.date)}
              {entry.city && <span className="block text-sm text-muted">{entry.city}</span>}
            </span>,
            <span key="number" className="xl:whitespace-nowrap">
              {entry.number}
            </span>,
            <span key="published" className="md:whitespace-nowrap">
              {londonDateOf(entry.published_at)}
            </span>,
          ],
        }))}
      />
    </div>
  )
}
