import { useMemo } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ShortcutHelp } from '#ui/shortcut-help.tsx'
import { stepFocus, useShortcuts } from '#ui/use-shortcuts.ts'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { WaitingSince } from './case-facts.tsx'
import {
  assessmentHref,
  beginningOf,
  type CaseColumn,
  caseSortWords,
  queueHref,
  queueViewNames,
  queueViews,
  sortsBy,
} from './queue.ts'
import { caseStatuses, kindWords, outcomes } from './rules.ts'
import type { assessments } from './server.ts'

type Data = PageData<typeof assessments>
type QueuedRow = Data['cases'][number]

export const page = definePage<Data>({ Component: QueuePage, meta: () => ({ title: 'Assessments' }) })

const keysHelp = [
  { key: 'j', does: 'Next assessment of the list' },
  { key: 'k', does: 'Previous assessment of the list' },
  { key: 'Enter', does: 'Open it' },
]

function QueuePage({ data }: { data: Data }) {
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
    href: queueHref(beginningOf(view)),
    isCurrent: view === data.place.view,
  }))
  return (
    <>
      <PageHeading lead="Assessments and who they are waiting for.">Assessments</PageHeading>
      <AdminTabs label="Assessments by what they are waiting for" tabs={tabs} />
      {data.cases.length === 0 && data.pages.previousHref === null ? (
        <EmptyState className="mt-8" icon="i-inbox" title={queueViews[data.place.view].nothing} />
      ) : (
        <Cases data={data} />
      )}
      <AdminPages pages={data.pages} />
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function Cases({ data: { place, cases, madeAt } }: { data: Data }) {
  const { view, sort } = place
  const { label, since = 'Waiting since' }: { label: string; since?: string } = queueViews[view]
  const sorts = (by: CaseColumn) =>
    sortsBy(view).includes(by) && { sort: sortBy(by, sort, (other) => queueHref({ view, sort: other, page: 1 })) }
  return (
    <AdminTable
      caption={`${label}, sorted by ${caseSortWords[sort.by]}`}
      columns={[
        { label: 'Event' },
        { label: 'Organisation', wide: true },
        { label: 'Stage' },
        { label: 'Criteria', wide: true },
        { label: 'Looked after by', wide: true },
        { label: 'Reference', ...sorts('reference') },
        { label: 'Event date', numeric: true, wide: true, ...sorts('date') },
        { label: since, numeric: true, ...sorts('since') },
      ]}
      rows={cases.map((row) => ({
        key: row.id,
        cells: [
          <a key="event" href={assessmentHref(row.id, place)} data-assessment="">
            {row.title}
          </a>,
          <span key="organisation" className="block max-w-60 truncate">
            {row.organisationName}
          </span>,
          stageWords(row),
          criteriaWords(row),
          row.assignedName ?? <span className="text-muted">Nobody</span>,
          row.reference,
          row.date && londonDateOf(row.date),
          <WaitingSince key="since" since={row.since} now={madeAt} />,
        ],
      }))}
    />
  )
}

/** 'Proposed', or 'Accredit, renewal'. */
function stageWords({ kind, outcome, status }: QueuedRow): string {
  const stage = outcome ? outcomes[outcome] : caseStatuses[status]
  return kind === 'first' ? stage : `${stage}, ${kindWords[kind] ?? kind}`
}

function criteriaWords({ received, moreNeeded, judged }: QueuedRow): string {
  const parts = [
    received > 0 && `${received} received`,
    moreNeeded > 0 && `${moreNeeded} more needed`,
    `${judged} judged`,
  ]
  return parts.filter(Boolean).join(', ')
}
