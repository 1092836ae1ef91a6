import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '../../../admin-pages.ts'
import {
  type ApplicationStatus,
  applicationStatusLabel,
  applicationStatusNames,
} from '../../../domain/application-state.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { AdminFilters, filterField } from '../../../ui/admin-filters.tsx'
import { AdminTabs } from '../../../ui/admin-tabs.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchInput, Select } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { ShortcutHelp } from '../../../ui/shortcut-help.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { focusOn, stepFocus, useShortcuts } from '../../../ui/use-shortcuts.ts'
import { definePage } from '../../../wire/page.ts'
import { ages, ageWords, arrivalWords, companyCheckBrief, queueHref, queueLabel, queueStatuses } from './rules.ts'
import { SampledList } from './sampled.tsx'
import type { QueueData, QueueFilters } from './state.ts'
import { Unproven } from './unproven-listings.tsx'
import { useArrivals } from './use-arrivals.ts'

export const page = definePage<QueueData>({ Component: QueuePage, meta: () => ({ title: 'Applications' }) })

const keysHelp = [
  { key: 'j', does: 'Next application of the list' },
  { key: 'k', does: 'Previous application of the list' },
  { key: 'Enter', does: 'Open it' },
  { key: '/', does: 'Search' },
  { key: 'n', does: 'Show what is new' },
]

function QueuePage({ data }: { data: QueueData }) {
  const [, navigate] = useLocation()
  const here = queueHref(data.filters)
  const keys = useMemo(
    () => ({
      j: () => stepFocus('[data-application]', 1),
      k: () => stepFocus('[data-application]', -1),
      '/': () => focusOn('q'),
      n: () => navigate(here, { replace: true }),
    }),
    [navigate, here],
  )
  const [on, turn] = useShortcuts(keys)
  return (
    <>
      <PageHeading lead="What waits for a decision, oldest first; what has been decided, newest first.">
        Applications
      </PageHeading>
      <StatusLinks data={data} />
      {data.filters.status === 'identity' && <Unproven data={data} />}
      {data.filters.status === 'sampled' && <SampledList data={data} />}
      {applicationStatusNames.some((status) => status === data.filters.status) && (
        <>
          <Filters filters={data.filters} />
          <News since={data.madeAt} href={here} />
          <Applications data={data} />
        </>
      )}
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function StatusLinks({ data: { filters, counts } }: { data: QueueData }) {
  const tabs = queueStatuses.map((status) => ({
    label: (
      <>
        {queueLabel(status)} <span className="ml-2 font-normal figures">{counts[status]}</span>
      </>
    ),
    href: queueHref({ ...filters, status }),
    isCurrent: status === filters.status,
  }))
  return <AdminTabs label="Applications by status" tabs={tabs} />
}

function Filters({ filters }: { filters: QueueFilters }) {
  const isFiltered = filters.q !== '' || filters.older !== null || filters.whose !== 'all'
  return (
    <AdminFilters
      action={adminHref('queue')}
      filters={filters}
      clearHref={isFiltered ? queueHref({ status: filters.status, q: '', older: null, whose: 'all' }) : null}
    >
      {filters.status !== 'submitted' && <input type="hidden" name="status" value={filters.status} />}
      <SearchInput
        name="q"
        label="Reference, organisation or event"
        defaultValue={filters.q}
        maxLength={100}
        fieldClassName="basis-full xl:basis-0 xl:grow"
      />
      <Select
        name="older"
        label="Submitted"
        defaultValue={filters.older ?? ''}
        placeholder="At any time"
        options={ages.map((days) => ({ value: String(days), label: `${days} days ago or more` }))}
        fieldClassName={filterField}
      />
      <Select
        name="whose"
        label="Looked after by"
        defaultValue={filters.whose === 'all' ? '' : filters.whose}
        placeholder="Anybody"
        options={[
          { value: 'mine', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
        ]}
        fieldClassName={filterField}
      />
    </AdminFilters>
  )
}

/** Says that something has come in. The list itself stays as it is until it is asked for, so nothing moves under a hand. */
function News({ since, href }: { since: string; href: string }) {
  const words = arrivalWords(useArrivals(since))
  return (
    <p role="status" className={words ? 'mt-6 p-4 border-l-4 border-gold bg-gold-surface rounded' : undefined}>
      {words && (
        <>
          {words}:{' '}
          <SiteLink href={href} className="inline-block py-2 font-semibold">
            show
          </SiteLink>
        </>
      )}
    </p>
  )
}

const nothing: Record<ApplicationStatus, string> = {
  submitted: 'No application is waiting.',
  approved: 'No application has been approved yet.',
  rejected: 'No application has been rejected.',
}

function Applications({ data }: { data: QueueData }) {
  const { filters, applications } = data
  if (filters.status === 'identity' || filters.status === 'sampled') return null
  if (applications.length === 0) {
    const isFiltered = filters.q !== '' || filters.older !== null || filters.whose !== 'all'
    return (
      <EmptyState
        className="mt-8"
        icon="i-inbox"
        title={isFiltered ? 'No application fits these filters.' : nothing[filters.status]}
      />
    )
  }
  return (
    <div className="mt-6">
      <Table
        caption={`${applicationStatusLabel(filters.status)}, ${filters.status === 'submitted' ? 'oldest' : 'newest'} first`}
        captionHidden
        columns={[
          { label: 'Event' },
          { label: 'Organisation' },
          { label: 'Company' },
          { label: 'Looked after by' },
          { label: 'Reference' },
          { label: 'Submitted', numeric: true },
        ]}
        rows={applications.map((application) => ({
          key: application.id,
          cells: [
            <span key="event" className="inline-block min-w-48">
              <SiteLink
                href={adminHref('review', { id: application.id })}
                data-application=""
                className="font-semibold"
              >
                {application.title}
              </SiteLink>
              {application.question && (
                <span className="block mt-1">
                  <Badge tone={application.question === 'answered' ? 'gold' : 'neutral'}>
                    {application.question === 'answered' ? 'Answered' : 'Waits for an answer'}
                  </Badge>
                </span>
              )}
            </span>,
            <span key="organisation" className="inline-block min-w-32">
              {application.organisation_name}
            </span>,
            <span key="company" className="whitespace-nowrap">
              {companyCheckBrief[application.company_check] ?? application.company_check}
            </span>,
            application.assigned_name ?? <span className="text-muted">Nobody</span>,
            <span key="reference" className="whitespace-nowrap">
              {application.reference}
            </span>,
            <span key="submitted" className="whitespace-nowrap">
              {londonDateOf(application.submitted_at)}
              {filters.status === 'submitted' && (
                <span className="block text-sm text-muted">{ageWords(application.submitted_at, data.madeAt)}</span>
              )}
            </span>,
          ],
        }))}
      />
    </div>
  )
}
