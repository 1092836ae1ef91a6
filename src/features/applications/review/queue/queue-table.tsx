import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AdminPages } from '#ui/admin-list.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { HandOverBar } from '#ui/selection-bar.tsx'
import { Muted } from '#ui/text.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { ageWords, companyCheckBrief, type QueueFilters, queueHref, queueLabel } from '../rules.ts'
import type { QueueData } from './server.ts'

export const nothing: Record<QueueFilters['status'], string> = {
  submitted: 'There are no applications waiting.',
  approved: 'There are no approved applications yet.',
  rejected: 'There are no rejected applications.',
  withdrawn: 'No applicant has withdrawn an application.',
  proposed: 'No change waits for a decision.',
  identity: 'There are no paid listings waiting to be published.',
  sampled: 'There are no sampled applications to check.',
}

export function QueueTable({ data }: { data: QueueData }) {
  const { filters, applications, pages } = data
  if (applications.length === 0 && pages.previousHref === null) {
    const isFiltered = filters.q !== '' || filters.older !== null || filters.whose !== 'all'
    return (
      <EmptyState
        className="mt-8"
        icon="i-inbox"
        title={isFiltered ? 'No applications match these filters.' : nothing[filters.status]}
      />
    )
  }
  const sort = (by: 'submitted' | 'title') => sortBy(by, filters.sort, (next) => queueHref({ ...filters, sort: next }))
  return (
    <form method="post" data-selection="">
      <AdminTable
        caption={`${queueLabel(filters.status)}, sorted by ${filters.sort.by === 'title' ? 'title' : 'day'}`}
        select={{ name: 'applications', chosen: data.chosen, label: ({ title }) => `Choose ${title}` }}
        columns={[
          { label: 'Event', sort: sort('title'), cell: (application) => <Event application={application} /> },
          { label: 'Organisation', grows: true, cell: 'organisationName' },
          { label: 'Company', wide: true, cell: ({ companyCheck }) => companyCheckBrief[companyCheck] ?? companyCheck },
          { label: 'Looked after by', cell: ({ assignedName }) => assignedName ?? <Muted>Nobody</Muted> },
          { label: 'Reference', wide: true, cell: 'reference' },
          {
            label: 'Submitted',
            numeric: true,
            sort: sort('submitted'),
            cell: ({ submittedAt }) => (
              <>
                {filters.status === 'submitted' && (
                  <span className="text-muted">{ageWords(submittedAt, data.madeAt)}, </span>
                )}
                {londonDateOf(submittedAt)}
              </>
            ),
          },
        ]}
        rows={applications}
      />
      <AdminPages pages={pages} />
      <HandOverBar people={data.reviewers} />
    </form>
  )
}

function Event({ application: { question, ...application } }: { application: QueueData['applications'][number] }) {
  return (
    <>
      <ApplicationLink {...application} />{' '}
      {question && (
        <Badge tone={question === 'answered' ? 'gold' : 'neutral'}>
          {question === 'answered' ? 'Answered' : 'Waits for an answer'}
        </Badge>
      )}
    </>
  )
}

/** The keys j and k go from one to the next. */
export function ApplicationLink({ id, title }: { id: string; title: string }) {
  return (
    <a href={adminHref('review', { id })} data-application="">
      {title}
    </a>
  )
}
