import { useMemo } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { Muted } from '#ui/muted.tsx'
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
  const [on, turn] = useShortcuts(keys, true)
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
      <Cases data={data} />
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function Cases({ data: { place, cases, pages, madeAt } }: { data: Data }) {
  const { view, sort } = place
  const {
    label,
    nothing,
    since = 'Waiting since',
  }: { label: string; nothing: string; since?: string } = queueViews[view]
  const sorts = (by: CaseColumn) =>
    sortsBy(view).includes(by) && { sort: sortBy(by, sort, (other) => queueHref({ view, sort: other, page: 1 })) }
  return (
    <AdminList
      caption={`${label}, sorted by ${caseSortWords[sort.by]}`}
      empty={nothing}
      columns={[
        {
          label: 'Event',
          cell: ({ id, title }) => (
            <a href={assessmentHref(id, place)} data-assessment="">
              {title}
            </a>
          ),
        },
        {
          label: 'Organisation',
          wide: true,
          cell: ({ organisationName }) => <span className="block max-w-60 truncate">{organisationName}</span>,
        },
        { label: 'Stage', cell: stageWords },
        { label: 'Criteria', wide: true, cell: criteriaWords },
        { label: 'Looked after by', wide: true, cell: ({ assignedName }) => assignedName ?? <Muted>Nobody</Muted> },
        { label: 'Reference', ...sorts('reference'), cell: ({ reference }) => reference },
        {
          label: 'Event date',
          numeric: true,
          wide: true,
          ...sorts('date'),
          cell: ({ date }) => date && londonDateOf(date),
        },
        { label: since, numeric: true, ...sorts('since'), cell: (row) => <WaitingSince {...row} now={madeAt} /> },
      ]}
      rows={cases}
      pages={pages}
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
