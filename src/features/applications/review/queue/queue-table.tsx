import { adminHref } from '#admin-pages.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { ageWords, companyCheckBrief, queueHref, queueLabel } from '../rules.ts'
import type { QueueData } from './server.ts'

const nothing: Record<ApplicationStatus | 'withdrawn' | 'proposed', string> = {
  submitted: 'There are no applications waiting.',
  approved: 'There are no approved applications yet.',
  rejected: 'There are no rejected applications.',
  withdrawn: 'No applicant has withdrawn an application.',
  proposed: 'No change waits for a decision.',
}

export function QueueTable({ data }: { data: QueueData }) {
  const { filters, applications, pages } = data
  if (filters.status === 'identity' || filters.status === 'sampled') return null
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
        select="applications"
        chosen={data.chosen}
        columns={[
          { label: 'Event', sort: sort('title') },
          { label: 'Organisation', grows: true },
          { label: 'Company', wide: true },
          { label: 'Looked after by' },
          { label: 'Reference', wide: true },
          { label: 'Submitted', numeric: true, sort: sort('submitted') },
        ]}
        rows={applications.map((application) => ({
          key: application.id,
          selects: `Choose ${application.title}`,
          cells: [
            <>
              <a href={adminHref('review', { id: application.id })} data-application="">
                {application.title}
              </a>{' '}
              {application.question && (
                <Badge tone={application.question === 'answered' ? 'gold' : 'neutral'}>
                  {application.question === 'answered' ? 'Answered' : 'Waits for an answer'}
                </Badge>
              )}
            </>,
            application.organisationName,
            companyCheckBrief[application.companyCheck] ?? application.companyCheck,
            application.assignedName ?? <span className="text-muted">Nobody</span>,
            application.reference,
            <>
              {filters.status === 'submitted' && (
                <span className="text-muted">{ageWords(application.submittedAt, data.madeAt)}, </span>
              )}
              {londonDateOf(application.submittedAt)}
            </>,
          ],
        }))}
      />
      <AdminPages pages={pages} />
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Select
          name="person"
          label="Hand the chosen ones to"
          placeholder="Choose a person"
          options={[
            ...data.reviewers.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'nobody', label: 'Nobody' },
          ]}
        />
        <Button type="submit" variant="quiet">
          Hand over
        </Button>
      </div>
    </form>
  )
}
