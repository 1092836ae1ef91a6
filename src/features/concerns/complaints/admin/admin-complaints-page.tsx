import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { complaintsHref } from '../complaints-view.ts'
import { complaintDays, complaintSubjects } from '../rules.ts'
import type { adminComplaints } from './server.ts'

type Data = PageData<typeof adminComplaints>

export const page = definePage<Data>(AdminComplaintsPage, 'Complaints')

function AdminComplaintsPage({ data: { complaints, isClosed, sort, pages } }: { data: Data }) {
  return (
    <>
      <PageHeading lead={`We promise people an answer within ${complaintDays} working days.`} />
      <div className="mt-3">
        <ChipLinks
          label="Complaints by state"
          chips={[
            { label: 'Open', href: adminHref('adminComplaints'), current: !isClosed },
            { label: 'Closed', href: adminHref('adminComplaints', { state: 'closed' }), current: isClosed },
          ]}
        />
      </div>
      <AdminList
        caption={`${isClosed ? 'Closed' : 'Open'} complaints, ${sort.descending ? 'newest' : 'oldest'} first`}
        empty={isClosed ? 'There are no closed complaints.' : 'There are no open complaints.'}
        columns={[
          {
            label: 'Reference',
            href: ({ id }) => adminHref('adminComplaint', { id }),
            linkClassName: 'figures',
            cell: 'reference',
          },
          { label: 'About', grows: true, cell: ({ about }) => complaintSubjects[about] },
          { label: 'From', grows: true, cell: 'name' },
          {
            label: 'Received',
            sort: sortBy('received', sort, (other) => complaintsHref({ isClosed, sort: other, page: null })),
            time: 'receivedAt',
          },
        ]}
        rows={complaints}
        pages={pages}
      />
    </>
  )
}
