import { adminHref } from '../../../admin-pages.ts'
import { appealedDecisions } from '../../../domain/appeals.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { AdminTabs } from '../../../ui/admin-tabs.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { appealLists, appealStates } from './rules.ts'
import type { AdminAppealsData } from './state.ts'

export const page = definePage<AdminAppealsData>({ Component: AdminAppealsPage, meta: () => ({ title: 'Appeals' }) })

const labels = { open: 'Open', settled: 'Ended' }

function AdminAppealsPage({ data: { list, appeals, firstHref, nextHref } }: { data: AdminAppealsData }) {
  return (
    <>
      <PageHeading lead="Each is heard by somebody who had no part in the decision.">Appeals</PageHeading>
      <AdminTabs
        label="Appeals by state"
        tabs={appealLists.map((each) => ({
          label: labels[each],
          href: adminHref('adminAppeals', { list: each === 'open' ? null : each }),
          isCurrent: each === list,
        }))}
      />
      {appeals.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon="i-inbox"
          title={list === 'open' ? 'No appeal is open.' : 'No appeal has ended.'}
        />
      ) : (
        <div className="mt-6">
          <Table
            caption={list === 'open' ? 'Open appeals, oldest first' : 'Appeals that have ended, newest first'}
            captionHidden
            columns={[
              { label: 'Case' },
              { label: 'Event' },
              { label: 'Organisation' },
              { label: 'Against' },
              { label: 'Heard by' },
              { label: 'Received' },
              { label: 'State' },
            ]}
            rows={appeals.map((appeal) => ({
              key: appeal.id,
              cells: [
                <SiteLink
                  key="case"
                  href={adminHref('adminAppeal', { id: appeal.id })}
                  className="inline-block py-2 font-semibold figures whitespace-nowrap"
                >
                  {appeal.reference}
                </SiteLink>,
                appeal.title,
                appeal.organisation,
                appealedDecisions[appeal.against],
                appeal.heardBy ?? <span className="text-muted">Nobody</span>,
                londonDateOf(appeal.receivedAt),
                <Badge key="state" tone={appealStates[appeal.state].tone}>
                  {appealStates[appeal.state].label}
                </Badge>,
              ],
            }))}
          />
        </div>
      )}
      <Pagination firstHref={firstHref ?? undefined} nextHref={nextHref ?? undefined} />
    </>
  )
}
