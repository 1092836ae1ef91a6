import { adminHref } from '#admin-pages.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ageWords, companyCheckBrief } from './rules.ts'
import type { QueueData } from './state.ts'

/** What is paid and not published, with what is known about who applies. */
export function Unproven({ data: { unproven, madeAt } }: { data: QueueData }) {
  if (unproven.length === 0) {
    return <EmptyState className="mt-8" icon="i-inbox" title="There are no paid listings waiting to be published." />
  }
  return (
    <AdminTable
      caption="Identity to confirm, longest waiting first"
      columns={[
        { label: 'Event' },
        { label: 'Waiting' },
        { label: 'Reference', wide: true },
        { label: 'Organisation', grows: true, wide: true },
        { label: 'Company' },
        { label: 'Address', grows: true },
        { label: 'Others of this number', wide: true },
      ]}
      rows={unproven.map((row) => ({
        key: row.id,
        cells: [
          <a key="event" href={adminHref('review', { id: row.id })} data-application="">
            {row.title}
          </a>,
          ageWords(row.waits_since, madeAt),
          row.reference,
          row.organisation_name,
          [row.company_no, companyCheckBrief[row.company_check]].filter(Boolean).join(', '),
          `${row.is_address_confirmed ? 'Confirmed' : 'Not confirmed yet'}: ${row.email}`,
          row.others === 0
            ? 'None'
            : `${row.others} ${row.others === 1 ? 'application' : 'applications'}, ${row.entries} ${row.entries === 1 ? 'entry' : 'entries'}`,
        ],
      }))}
    />
  )
}
