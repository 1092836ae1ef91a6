import { adminHref } from '../../../admin-pages.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { waitWords } from './rules.ts'
import type { PanelListData } from './state.ts'

export const page = definePage<PanelListData>({ Component: PanelListPage, meta: () => ({ title: 'Panel' }) })

function PanelListPage({ data: { votes, madeAt } }: { data: PanelListData }) {
  return (
    <>
      <PageHeading lead="Assessments that are waiting for your vote as a panel member.">Panel</PageHeading>
      {votes.length === 0 ? (
        <EmptyState className="mt-8" icon="i-inbox" title="There are no assessments waiting for your vote." />
      ) : (
        <div className="mt-6">
          <Table
            caption="Waiting for your vote, longest first"
            captionHidden
            columns={[{ label: 'Event' }, { label: 'Organisation' }, { label: 'Waiting', numeric: true }]}
            rows={votes.map(({ id, title, reference, organisation_name: organisation, since }) => ({
              key: id,
              cells: [
                <span key="event" className="inline-block min-w-48">
                  <SiteLink href={adminHref('panelCase', { id })} className="font-semibold">
                    {title}
                  </SiteLink>
                  <span className="block text-sm text-muted">{reference}</span>
                </span>,
                organisation,
                waitWords(since, madeAt),
              ],
            }))}
          />
        </div>
      )}
    </>
  )
}
