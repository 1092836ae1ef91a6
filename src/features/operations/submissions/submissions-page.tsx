import { adminHref } from '../../../admin-pages.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { AdminFilters, filterField } from '../../../ui/admin-filters.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../../ui/chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchInput, Select } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { kindWords, stateWords, submissionKinds, submissionStates } from './rules.ts'
import type { SubmissionsData } from './state.ts'

export const page = definePage<SubmissionsData>({
  Component: SubmissionsPage,
  meta: ({ kind }) => ({ title: kindWords[kind].many }),
})

function SubmissionsPage({ data }: { data: SubmissionsData }) {
  const { kind, fresh, exportHref } = data
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading>{kindWords[kind].many}</PageHeading>
        <ButtonLink variant="quiet" href={exportHref} download>
          <Icon icon="i-download" />
          CSV file
        </ButtonLink>
      </div>
      <div className="mt-6">
        <ChipRow label="Correspondence by kind; the figures count what is new">
          {submissionKinds.map((known) => (
            <ChipLink
              key={known}
              href={adminHref('submissions', { kind: known })}
              current={known === kind}
              count={fresh[known]}
            >
              {kindWords[known].many}
            </ChipLink>
          ))}
        </ChipRow>
      </div>
      <Filters data={data} />
      <Letters data={data} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Filters({ data: { kind, filters } }: { data: SubmissionsData }) {
  return (
    <AdminFilters
      action={adminHref('submissions', { kind })}
      filters={[kind, filters]}
      clearHref={filters.q || filters.state ? adminHref('submissions', { kind }) : null}
    >
      <SearchInput
        name="q"
        label="Name, email or words"
        defaultValue={filters.q}
        maxLength={100}
        fieldClassName="basis-full xl:basis-0 xl:grow"
      />
      <Select
        name="state"
        label="State"
        defaultValue={filters.state ?? ''}
        placeholder="Any"
        options={submissionStates.map((state) => ({ value: state, label: stateWords[state].label }))}
        fieldClassName={filterField}
      />
    </AdminFilters>
  )
}

function Letters({ data: { kind, filters, submissions } }: { data: SubmissionsData }) {
  const words = kindWords[kind]
  if (submissions.length === 0) {
    const isFiltered = filters.q !== '' || filters.state !== null
    return (
      <EmptyState
        className="mt-8"
        icon="i-inbox"
        title={isFiltered ? `${words.none} fits these filters.` : `${words.none} yet.`}
      />
    )
  }
  return (
    <div className="mt-6">
      <Table
        caption={`${words.many}, newest first`}
        captionHidden
        columns={[{ label: 'Who' }, { label: words.about }, { label: 'State' }, { label: 'Arrived', numeric: true }]}
        rows={submissions.map((submission) => ({
          key: submission.id,
          cells: [
            <span key="who" className="inline-block min-w-40">
              <SiteLink href={adminHref('submission', { kind, id: submission.id })} className="font-semibold">
                {submission.name}
              </SiteLink>
              <span className="block text-sm text-muted break-all">{submission.organisation || submission.email}</span>
            </span>,
            <span key="about" className="inline-block min-w-32">
              {submission.about}
            </span>,
            <span key="state">
              <Badge tone={stateWords[submission.state].tone}>{stateWords[submission.state].label}</Badge>
              {submission.handled_by_name && (
                <span className="block text-sm text-muted">{submission.handled_by_name}</span>
              )}
            </span>,
            <span key="arrived" className="whitespace-nowrap">
              {londonDateOf(submission.arrived_at)}
            </span>,
          ],
        }))}
      />
    </div>
  )
}
