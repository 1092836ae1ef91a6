import { useMemo } from 'react'
import { AdminTabs } from '../../../ui/admin-tabs.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { ShortcutHelp } from '../../../ui/shortcut-help.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { stepFocus, useShortcuts } from '../../../ui/use-shortcuts.ts'
import { definePage } from '../../../wire/page.ts'
import { benchHref, queueHref, queueViewNames, queueViews } from './queue.ts'
import { caseStatuses, kindWords, outcomes, waitWords } from './rules.ts'
import type { QueuedRow } from './server/queue-queries.ts'
import type { QueueData } from './state.ts'

export const page = definePage<QueueData>({ Component: QueuePage, meta: () => ({ title: 'Assessments' }) })

const keysHelp = [
  { key: 'j', does: 'Next assessment of the list' },
  { key: 'k', does: 'Previous assessment of the list' },
  { key: 'Enter', does: 'Open it' },
]

function QueuePage({ data }: { data: QueueData }) {
  const keys = useMemo(
    () => ({ j: () => stepFocus('[data-assessment]', 1), k: () => stepFocus('[data-assessment]', -1) }),
    [],
  )
  const [on, turn] = useShortcuts(keys)
  const tabs = queueViewNames.map((view) => ({
    label: (
      <>
        {queueViews[view].label} <span className="ml-2 font-normal figures">{data.counts[view]}</span>
      </>
    ),
    href: queueHref(view),
    isCurrent: view === data.view,
  }))
  return (
    <>
      <PageHeading lead="Assessments and who they are waiting for, longest first.">Assessments</PageHeading>
      <AdminTabs label="Assessments by what they are waiting for" tabs={tabs} />
      {data.cases.length === 0 ? (
        <EmptyState className="mt-8" icon="i-inbox" title={queueViews[data.view].nothing} />
      ) : (
        <div className="mt-6">
          <Table
            caption={queueViews[data.view].label}
            captionHidden
            columns={[
              { label: 'Event' },
              { label: 'Organisation' },
              { label: 'Stage' },
              { label: 'Criteria' },
              { label: 'Looked after by' },
              { label: 'Waiting', numeric: true },
            ]}
            rows={data.cases.map((row) => ({ key: row.id, cells: cellsOf(row, data) }))}
          />
        </div>
      )}
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function cellsOf(row: QueuedRow, { view, madeAt }: QueueData) {
  return [
    <span key="event" className="inline-block min-w-48">
      <SiteLink href={benchHref(row.id, view)} data-assessment="" className="font-semibold">
        {row.title}
      </SiteLink>
      <span className="block text-sm text-muted">
        {row.reference}
        {row.kind !== 'first' && `, ${kindWords[row.kind] ?? row.kind}`}
      </span>
    </span>,
    row.organisation_name,
    row.outcome ? outcomes[row.outcome] : caseStatuses[row.status],
    <span key="criteria" className="figures">
      {criteriaWords(row)}
    </span>,
    row.assigned_name ?? <span className="text-muted">Nobody</span>,
    <span key="waiting" className="whitespace-nowrap">
      {waitWords(row.since, madeAt)}
    </span>,
  ]
}

function criteriaWords({ received, more_needed: moreNeeded, judged }: QueuedRow): string {
  const parts = [
    received > 0 && `${received} received`,
    moreNeeded > 0 && `${moreNeeded} more needed`,
    `${judged} judged`,
  ]
  return parts.filter(Boolean).join(', ')
}
