import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters } from '#ui/admin-filters.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Select } from '#ui/field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'
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

export const page = definePage<Data>(SubmissionsPage, ({ kind }) => kindWords[kind].many)

function SubmissionsPage({ data }: { data: Data }) {
  const { kind, fresh, exportHref } = data
  return (
    <>
      <div className="admin-head">
        <PageHeading />
        <CsvLink href={exportHref} />
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
      <AdminNotice says={data.says} />
      <Filters data={data} />
      <Letters data={data} />
    </>
  )
}

function Filters({ data: { kind, filters, sort } }: { data: Data }) {
  const states = submissionStates.map((state) => ({ value: state, label: stateLabel(kind, state) }))
  const people = [
    { value: 'mine', label: 'Me' },
    { value: 'nobody', label: 'Nobody' },
  ]
  return (
    <AdminFilters
      action={adminHref('submissions', { kind })}
      values={filters}
      sort={sortText(sort, usualSort)}
      fields={[
        { kind: 'search', name: 'q', label: 'Name, email or words' },
        { kind: 'pick', name: 'state', label: 'State', any: 'Any', options: states },
        ...(kind === 'enquiries'
          ? [{ kind: 'pick' as const, name: 'whose', label: 'Looked after by', any: 'Anybody', options: people }]
          : []),
      ]}
    />
  )
}

function Letters({ data: { kind, filters, sort, submissions, pages, chosen } }: { data: Data }) {
  const words = kindWords[kind]
  const isFiltered = filters.q !== '' || filters.state !== null || filters.whose !== null
  const list = (
    <AdminList
      select={
        submissions.length > 0 ? { name: 'submissions', chosen, label: ({ name }) => `Choose ${name}` } : undefined
      }
      caption={`${words.many}, ${sort.descending ? 'newest' : 'oldest'} first`}
      empty={isFiltered ? `${words.none} fits these filters.` : `${words.none} yet.`}
      columns={[
        { label: 'Who', href: ({ id }) => adminHref('submission', { kind, id }), cell: 'name' },
        { label: 'Organisation or email', grows: true, cell: ({ organisation, email }) => organisation || email },
        { label: words.about, grows: true, cell: 'about' },
        {
          label: 'State',
          cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateLabel(kind, state)}</Badge>,
        },
        kind === 'enquiries'
          ? { label: 'Looked after by', wide: true, cell: 'assignedName' }
          : { label: 'Handled by', wide: true, cell: 'handledByName' },
        {
          label: 'Arrived',
          sort: sortBy('arrived', sort, (next) => submissionsHref(kind, filters, next)),
          day: 'arrivedAt',
        },
      ]}
      rows={submissions}
      pages={pages}
    />
  )
  if (submissions.length === 0) return list
  return (
    <form method="post">
      {list}
      <SelectionBar>
        <Select
          name="mark"
          label="Mark the chosen ones"
          placeholder="Choose a state"
          options={submissionStates.map((state) => ({ value: state, label: stateLabel(kind, state) }))}
        />
        <Button variant="quiet">Mark</Button>
      </SelectionBar>
    </form>
  )
}
