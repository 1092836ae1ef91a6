import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AdminFilters, ownerFilter } from '#ui/admin-filters.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { focusOn, ShortcutHelp, stepFocus, useShortcuts } from '#ui/shortcuts.tsx'
import { callApi } from '#wire/call-api.ts'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import {
  ages,
  ageWords,
  arrivalWords,
  companyCheckBrief,
  queueHref,
  queueLabel,
  queueStatuses,
  type SampleSort,
  sampledHref,
  sampleWords,
  usualSort,
} from '../rules.ts'
import { ApplicationLink, nothing, QueueTable } from './queue-table.tsx'
import type { QueueData } from './server.ts'

export const page = definePage<QueueData>(QueuePage, 'Applications')

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
      <div className="admin-head">
        <PageHeading />
        <CsvLink href={data.exportHref} />
      </div>
      <StatusLinks data={data} />
      <AdminNotice says={data.says} />
      {data.filters.status === 'identity' ? (
        <Unproven data={data} />
      ) : data.filters.status === 'sampled' ? (
        <SampledList data={data} />
      ) : (
        <>
          <Filters filters={data.filters} />
          <News since={data.madeAt} href={here} />
          <QueueTable data={data} />
        </>
      )}
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
    href: queueHref({ ...filters, status, sort: usualSort(status) }),
    isCurrent: status === filters.status,
  }))
  return <AdminTabs label="Applications by status" tabs={tabs} />
}

function Filters({ filters }: Pick<QueueData, 'filters'>) {
  const { status, q, older, whose, sort } = filters
  return (
    <AdminFilters
      action={adminHref('queue')}
      values={{ q, older, whose: whose === 'all' ? '' : whose }}
      sort={sortText(sort, usualSort(status))}
      hidden={{ status: status === 'submitted' ? null : status }}
      clearHref={queueHref({ ...filters, q: '', older: null, whose: 'all' })}
      fields={[
        { kind: 'search', name: 'q', label: 'Reference, organisation or event' },
        {
          kind: 'pick',
          name: 'older',
          label: 'Submitted',
          any: 'At any time',
          options: ages.map((days) => ({ value: String(days), label: `${days} days ago or more` })),
        },
        ownerFilter,
      ]}
    />
  )
}

/** The list changes only when it is asked for, so that nothing moves under a hand. */
function News({ since, href }: { since: string; href: string }) {
  const words = arrivalWords(useArrivals(since))
  return (
    <p role="status" className={words ? 'mt-3 p-2 border-l-4 border-gold bg-gold-surface rounded' : undefined}>
      {words && (
        <>
          {words}:{' '}
          <a href={href} className="inline-block py-2 font-semibold">
            show
          </a>
        </>
      )}
    </p>
  )
}

function Unproven({ data: { unproven, madeAt } }: { data: QueueData }) {
  return (
    <AdminList
      caption="Identity to confirm, longest waiting first"
      empty={nothing.identity}
      columns={[
        { label: 'Event', cell: ApplicationLink },
        { label: 'Waiting', cell: ({ waitsSince }) => ageWords(waitsSince, madeAt) },
        { label: 'Reference', wide: true, cell: 'reference' },
        { label: 'Organisation', grows: true, wide: true, cell: 'organisationName' },
        {
          label: 'Company',
          cell: ({ companyNo, companyCheck }) =>
            [companyNo, companyCheckBrief[companyCheck]].filter(Boolean).join(', '),
        },
        {
          label: 'Address',
          grows: true,
          cell: ({ isAddressConfirmed, email }) =>
            `${isAddressConfirmed ? 'Confirmed' : 'Not confirmed yet'}: ${email}`,
        },
        { label: 'Others of this number', wide: true, cell: othersWords },
      ]}
      rows={unproven}
    />
  )
}

function othersWords({ others, entries }: { others: number; entries: number }): string {
  if (others === 0) return 'None'
  return `${others} ${others === 1 ? 'application' : 'applications'}, ${entries} ${entries === 1 ? 'entry' : 'entries'}`
}

type Arrivals = { applications: number; answers: number }

/** In milliseconds. */
const interval = 15_000

/** Asks every 15 seconds while the page is in sight, and at once when it comes back into sight. */
function useArrivals(since: string): Arrivals {
  const [arrivals, setArrivals] = useState<Arrivals>({ applications: 0, answers: 0 })
  useEffect(() => {
    const stopped = new AbortController()
    setArrivals({ applications: 0, answers: 0 })
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        setArrivals(await callApi<Arrivals>('countArrivals', { query: { since }, signal: stopped.signal }))
      } catch {
        // Offline or signed out: the list says so when it is asked for.
      }
    }
    const timer = setInterval(ask, interval)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('focus', ask)
    return () => {
      stopped.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('focus', ask)
    }
  }, [since])
  return arrivals
}

const sortWords: Record<SampleSort['by'], string> = {
  chosen: 'time',
  reference: 'reference',
  date: 'date of the event',
}

/** Approved by the registry, and to be checked all the same. */
function SampledList({ data: { sampled, sampleSort, pages, madeAt } }: { data: QueueData }) {
  const sorts = (by: SampleSort['by']) => sortBy(by, sampleSort, (other) => sampledHref(other, null))
  return (
    <AdminList
      caption={`Sampled applications, sorted by ${sortWords[sampleSort.by]}`}
      empty={nothing.sampled}
      columns={[
        { label: 'Event', cell: ApplicationLink },
        { label: 'Organisation', grows: true, wide: true, cell: 'organisation' },
        { label: 'Reference', sort: sorts('reference'), cell: 'reference' },
        { label: 'Event date', wide: true, sort: sorts('date'), day: 'date' },
        {
          label: 'Waiting since',
          numeric: true,
          sort: sorts('chosen'),
          cell: ({ chosen }) => (
            <>
              <span className="text-muted">{ageWords(chosen, madeAt)}, </span>
              {londonDateOf(chosen)}
            </>
          ),
        },
        { label: 'Why', grows: true, cell: sampleWords },
      ]}
      rows={sampled}
      pages={pages}
    />
  )
}
