import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, filterField } from '#ui/admin-filters.tsx'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import {
  kindWords,
  stateLabel,
  stateWords,
  submissionKinds,
  submissionStates,
  submissionsHref,
  usualSort,
} from './rules.ts'
import type { submissions } from './server.ts'

type Data = PageData<typeof submissions>

export const page = definePage<Data>({
  Component: SubmissionsPage,
  meta: ({ kind }) => ({ title: kindWords[kind].many }),
})

function SubmissionsPage({ data }: { data: Data }) {
  const { kind, fresh, exportHref } = data
  return (
    <>
      <div className="admin-head">
        <PageHeading>{kindWords[kind].many}</PageHeading>
        <ButtonLink variant="quiet" href={exportHref} download>
          <Icon icon="i-download" />
          CSV file
        </ButtonLink>
      </div>
      <div className="mt-3">
        <ChipLinks
          label="Correspondence by kind, with the number of new items"
          chips={submissionKinds.map((known) => ({
            label: kindWords[known].many,
            href: adminHref('submissions', { kind: known }),
            current: known === kind,
            count: fresh[known],
          }))}
        />
      </div>
      <Filters data={data} />
      <Letters data={data} />
    </>
  )
}

function Filters({ data: { kind, filters, sort } }: { data: Data }) {
  return (
    <AdminFilters
      action={adminHref('submissions', { kind })}
      filters={[kind, filters]}
      sort={sortText(sort, usualSort)}
      clearHref={filters.q || filters.state || filters.whose ? adminHref('submissions', { kind }) : null}
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
        options={submissionStates.map((state) => ({ value: state, label: stateLabel(kind, state) }))}
        fieldClassName={filterField}
      />
      {kind === 'enquiries' && (
        <Select
          name="whose"
          label="Looked after by"
          defaultValue={filters.whose ?? ''}
          placeholder="Anybody"
          options={[
            { value: 'mine', label: 'Me' },
            { value: 'nobody', label: 'Nobody' },
          ]}
          fieldClassName={filterField}
        />
      )}
    </AdminFilters>
  )
}

function Letters({ data: { kind, filters, sort, submissions, pages } }: { data: Data }) {
  const words = kindWords[kind]
  if (submissions.length === 0 && pages.previousHref === null) {
    const isFiltered = filters.q !== '' || filters.state !== null || filters.whose !== null
    return (
      <EmptyState
        className="mt-8"
        icon="i-inbox"
        title={isFiltered ? `${words.none} fits these filters.` : `${words.none} yet.`}
      />
    )
  }
  return (
    <>
      <AdminTable
        caption={`${words.many}, ${sort.descending ? 'newest' : 'oldest'} first`}
        columns={[
          { label: 'Who' },
          { label: 'Organisation or email', grows: true },
          { label: words.about, grows: true },
          { label: 'State' },
          { label: kind === 'enquiries' ? 'Looked after by' : 'Handled by', wide: true },
          {
            label: 'Arrived',
            numeric: true,
            sort: sortBy('arrived', sort, (next) => submissionsHref(kind, filters, next)),
          },
        ]}
        rows={submissions.map((submission) => ({
          key: submission.id,
          cells: [
            <a key="name" href={adminHref('submission', { kind, id: submission.id })}>
              {submission.name}
            </a>,
            submission.organisation || submission.email,
            submission.about,
            <Badge key="state" tone={stateWords[submission.state].tone}>
              {stateLabel(kind, submission.state)}
            </Badge>,
            kind === 'enquiries' ? submission.assignedName : submission.handledByName,
            londonDateOf(submission.arrivedAt),
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
