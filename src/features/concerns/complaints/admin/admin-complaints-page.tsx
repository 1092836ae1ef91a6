import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { complaintsHref } from '../complaints-view.ts'
import { complaintDays, complaintSubjects } from '../rules.ts'
import type { adminComplaints } from './server.ts'

type Data = PageData<typeof adminComplaints>

export const page = definePage<Data>({
  Component: AdminComplaintsPage,
  meta: () => ({ title: 'Complaints' }),
})

function AdminComplaintsPage({ data }: { data: Data }) {
  const { complaints, isClosed, sort, pages } = data
  return (
    <>
      <PageHeading lead={`We promise people an answer within ${complaintDays} working days.`}>Complaints</PageHeading>
      <div className="mt-3">
        <ChipRow label="Complaints by state">
          <ChipLink href={adminHref('adminComplaints')} current={!isClosed}>
            Open
          </ChipLink>
          <ChipLink href={adminHref('adminComplaints', { state: 'closed' })} current={isClosed}>
            Closed
          </ChipLink>
        </ChipRow>
      </div>
      {complaints.length === 0 && pages.previousHref === null ? (
        <EmptyState
          className="mt-8"
          icon="i-inbox"
          title={isClosed ? 'There are no closed complaints.' : 'There are no open complaints.'}
        />
      ) : (
        <AdminTable
          caption={`${isClosed ? 'Closed' : 'Open'} complaints, ${sort.descending ? 'newest' : 'oldest'} first`}
          columns={[
            { label: 'Reference' },
            { label: 'About', grows: true },
            { label: 'From', grows: true },
            {
              label: 'Received',
              numeric: true,
              sort: sortBy('received', sort, (other) => complaintsHref({ isClosed, sort: other, page: null })),
            },
          ]}
          rows={complaints.map(({ id, reference, about, name, receivedAt }) => ({
            key: id,
            cells: [
              <a key="reference" href={adminHref('adminComplaint', { id })} className="figures">
                {reference}
              </a>,
              complaintSubjects[about],
              name,
              <AdminTime key="at" at={receivedAt} />,
            ],
          }))}
        />
      )}
      <AdminPages pages={pages} />
    </>
  )
}
