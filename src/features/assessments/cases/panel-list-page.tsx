import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { WaitingSince } from './case-facts.tsx'
import { type CaseColumn, caseSortWords, panelHref } from './queue.ts'
import type { panel } from './server.ts'

type Data = PageData<typeof panel>

export const page = definePage<Data>(PanelListPage, 'Panel')

function PanelListPage({ data: { votes, sort, pages, madeAt } }: { data: Data }) {
  const sorts = (by: CaseColumn) => sortBy(by, sort, (other) => panelHref(other, null))
  return (
    <>
      <PageHeading lead="Assessments that are waiting for your vote as a panel member." />
      <AdminList
        caption={`Waiting for your vote, sorted by ${caseSortWords[sort.by]}`}
        empty="There are no assessments waiting for your vote."
        columns={[
          { label: 'Event', href: ({ id }) => adminHref('panelCase', { id }), cell: 'title' },
          { label: 'Organisation', grows: true, cell: 'organisationName' },
          { label: 'Reference', sort: sorts('reference'), cell: 'reference' },
          { label: 'Event date', wide: true, sort: sorts('date'), day: 'date' },
          {
            label: 'Waiting since',
            numeric: true,
            sort: sorts('since'),
            cell: ({ since }) => <WaitingSince since={since} now={madeAt} />,
          },
        ]}
        rows={votes}
        pages={pages}
      />
    </>
  )
}
