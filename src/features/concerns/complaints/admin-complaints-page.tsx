import { adminHref } from '../../../admin-pages.ts'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { complaintDays, complaintSubjects } from './rules.ts'
import type { AdminComplaintsData } from './state.ts'

export const page = definePage<AdminComplaintsData>({
  Component: AdminComplaintsPage,
  meta: () => ({ title: 'Complaints' }),
})

function AdminComplaintsPage({ data }: { data: AdminComplaintsData }) {
  const { complaints, isClosed, firstHref, nextHref } = data
  return (
    <>
      <PageHeading lead={`We promise people an answer within ${complaintDays} working days.`}>Complaints</PageHeading>
      <p className="mt-6">
        {isClosed ? (
          <ButtonLink variant="quiet" href={adminHref('adminComplaints')}>
            Show open complaints
          </ButtonLink>
        ) : (
          <ButtonLink variant="quiet" href={adminHref('adminComplaints', { state: 'closed' })}>
            Show closed complaints
          </ButtonLink>
        )}
      </p>
      {complaints.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon="i-inbox"
          title={isClosed ? 'There are no closed complaints.' : 'There are no open complaints.'}
        />
      ) : (
        <div className="mt-8">
          <Table
            caption={isClosed ? 'Closed complaints, newest first' : 'Open complaints, newest first'}
            captionHidden
            columns={[{ label: 'Reference' }, { label: 'About' }, { label: 'From' }, { label: 'Received' }]}
            rows={complaints.map(({ id, reference, about, name, receivedAt }) => ({
              key: id,
              cells: [
                <SiteLink
                  key="reference"
                  href={adminHref('adminComplaint', { id })}
                  className="inline-block py-2 figures"
                >
                  {reference}
                </SiteLink>,
                complaintSubjects.find(({ value }) => value === about)?.label,
                name,
                <AdminTime key="at" at={receivedAt} />,
              ],
            }))}
          />
        </div>
      )}
      <Pagination firstHref={firstHref ?? undefined} nextHref={nextHref ?? undefined} />
    </>
  )
}
