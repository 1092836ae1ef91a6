import { adminHref } from '../../../admin-pages.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { ageWords, companyCheckBrief } from './rules.ts'
import type { QueueData } from './state.ts'

/** What is paid and not published, with what is known about who applies. */
export function Unproven({ data: { unproven, madeAt } }: { data: QueueData }) {
  if (unproven.length === 0) {
    return <EmptyState className="mt-8" icon="i-inbox" title="There are no paid listings waiting to be published." />
  }
  return (
    <div className="mt-6">
      <Table
        caption="Identity to confirm, longest waiting first"
        captionHidden
        columns={[
          { label: 'Event' },
          { label: 'Company' },
          { label: 'Address' },
          { label: 'Others of this number' },
          { label: 'Waiting', numeric: true },
        ]}
        rows={unproven.map((row) => ({
          key: row.id,
          cells: [
            <span key="event" className="inline-block min-w-48">
              <SiteLink href={adminHref('review', { id: row.id })} data-application="" className="font-semibold">
                {row.title}
              </SiteLink>
              <span className="block text-sm text-muted">
                {row.reference}, {row.organisation_name}
              </span>
            </span>,
            <span key="company" className="inline-block">
              {row.company_no}
              <span className="block text-sm text-muted">{companyCheckBrief[row.company_check]}</span>
            </span>,
            <span key="address" className="inline-block min-w-48 break-all">
              {row.email}
              <span className="block text-sm text-muted">
                {row.is_address_confirmed ? 'Confirmed' : 'Not confirmed yet'}
              </span>
            </span>,
            row.others === 0 ? (
              <span key="others" className="text-muted">
                None
              </span>
            ) : (
              `${row.others} ${row.others === 1 ? 'application' : 'applications'}, ${row.entries} ${row.entries === 1 ? 'entry' : 'entries'}`
            ),
            <span key="waiting" className="whitespace-nowrap">
              {ageWords(row.waits_since, madeAt)}
            </span>,
          ],
        }))}
      />
    </div>
  )
}
