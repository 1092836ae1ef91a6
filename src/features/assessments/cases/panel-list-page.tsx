import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { WaitingSince } from './case-facts.tsx'
import { type CaseColumn, caseSortWords, panelHref } from './queue.ts'
import type { panel } from './server.ts'

type Data = PageData<typeof panel>

export const page = definePage<Data>({ Component: PanelListPage, meta: () => ({ title: 'Panel' }) })

function PanelListPage({ data }: { data: Data }) {
  const isEmpty = data.votes.length === 0 && data.pages.previousHref === null
  return (
    <>
      <PageHeading lead="Assessments that are waiting for your vote as a panel member.">Panel</PageHeading>
      {isEmpty ? (
        <EmptyState className="mt-8" icon="i-inbox" title="There are no assessments waiting for your vote." />
      ) : (
        <Votes data={data} />
      )}
      <AdminPages pages={data.pages} />
    </>
  )
}

function Votes({ data: { votes, sort, madeAt } }: { data: Data }) {
  const sorts = (by: CaseColumn) => sortBy(by, sort, (other) => panelHref(other, null))
  return (
    <AdminTable
      caption={`Waiting for your vote, sorted by ${caseSortWords[sort.by]}`}
      columns={[
        { label: 'Event' },
        { label: 'Organisation', grows: true },
        { label: 'Reference', sort: sorts('reference') },
        { label: 'Event date', numeric: true, wide: true, sort: sorts('date') },
        { label: 'Waiting since', numeric: true, sort: sorts('since') },
      ]}
      rows={votes.map((vote) => ({
        key: vote.id,
        cells: [
          <a key="event" href={adminHref('panelCase', { id: vote.id })}>
            {vote.title}
          </a>,
          vote.organisationName,
          vote.reference,
          vote.date && londonDateOf(vote.date),
          <WaitingSince key="since" since={vote.since} now={madeAt} />,
        ],
      }))}
    />
  )
}
