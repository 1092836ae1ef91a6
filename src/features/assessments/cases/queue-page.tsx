import { useMemo } from 'react'
import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, ownerFilter } from '#ui/admin-filters.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { HandOverBar } from '#ui/selection-bar.tsx'
import { ShortcutHelp, stepFocus, useShortcuts } from '#ui/shortcuts.tsx'
import { Muted } from '#ui/text.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
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

export const page = definePage<Data>(QueuePage, 'Assessments')

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
      <div className="admin-head">
        <PageHeading lead="Assessments and who they are waiting for." />
        <CsvLink href={data.exportHref} />
      </div>
      <AdminTabs label="Assessments by what they are waiting for" tabs={tabs} />
      <AdminNotice says={data.says} />
      <Filters data={data} />
      <Cases data={data} />
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </>
  )
}

function Filters({ data: { place } }: { data: Data }) {
  const { view, sort, q, whose } = place
  return (
    <AdminFilters
      action={adminHref('assessments')}
      values={{ q, whose }}
      sort={sortText(sort, beginningOf(view).sort)}
      hidden={{ view: view === 'evidence' ? null : view }}
      clearHref={queueHref({ ...beginningOf(view), sort })}
      fields={[{ kind: 'search', name: 'q', label: 'Reference, organisation or event' }, ownerFilter]}
    />
  )
}

function Cases({ data }: { data: Data }) {
  const { place, cases, pages, madeAt } = data
  const { view, sort, q, whose } = place
  const { label, nothing, since } = { since: 'Waiting since', ...queueViews[view] }
  const sorts = (by: CaseColumn) =>
    sortsBy(view).includes(by) && { sort: sortBy(by, sort, (other) => queueHref({ ...place, sort: other, page: 1 })) }
  const canHandOver = view !== 'decided' && view !== 'conditions' && cases.length > 0
  const list = (
    <AdminList
      select={
        canHandOver ? { name: 'assessments', chosen: data.chosen, label: ({ title }) => `Choose ${title}` } : undefined
      }
      caption={`${label}, sorted by ${caseSortWords[sort.by]}`}
      empty={q || whose ? 'No assessments match these filters.' : nothing}
      columns={[
        {
          label: 'Event',
          ...sorts('title'),
          cell: ({ id, title }) => (
            <a href={assessmentHref(id, place)} data-assessment="">
              {title}
            </a>
          ),
        },
        { label: 'Organisation', wide: true, grows: true, ...sorts('organisation'), cell: 'organisationName' },
        { label: 'Stage', cell: stageWords },
        { label: 'Criteria', wide: true, cell: criteriaWords },
        { label: 'Looked after by', wide: true, cell: ({ assignedName }) => assignedName ?? <Muted>Nobody</Muted> },
        { label: 'Reference', ...sorts('reference'), cell: 'reference' },
        { label: 'Event date', wide: true, ...sorts('date'), day: 'date' },
        { label: since, numeric: true, ...sorts('since'), cell: (row) => <WaitingSince {...row} now={madeAt} /> },
      ]}
      rows={cases}
      pages={pages}
    />
  )
  if (!canHandOver) return list
  return (
    <form method="post">
      {list}
      <HandOverBar people={data.assessors} />
    </form>
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
    judged > 0 && `${judged} judged`,
  ]
  return parts.filter(Boolean).join(', ') || 'None judged'
}
