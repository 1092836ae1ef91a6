import { adminHref } from '#admin-pages.ts'
import { decisionWord } from '#domain/appeals.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { appealLists, appealStates } from '../rules.ts'
import type { adminAppeals } from './server.ts'

type Data = PageData<typeof adminAppeals>

export const page = definePage<Data>({ Component: AdminAppealsPage, meta: () => ({ title: 'Appeals' }) })

function AdminAppealsPage({ data: { list, open, appeals, pages } }: { data: Data }) {
  return (
    <>
      <PageHeading lead="Each appeal is heard by someone who had no part in the decision.">Appeals</PageHeading>
      <AdminTabs
        label="Appeals by state"
        tabs={appealLists.map((each) => ({
          label: each === 'open' ? `Open (${open})` : 'Ended',
          href: adminHref('adminAppeals', { list: each === 'open' ? null : each }),
          isCurrent: each === list,
        }))}
      />
      {appeals.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon="i-inbox"
          title={list === 'open' ? 'There are no open appeals.' : 'There are no ended appeals.'}
        />
      ) : (
        <AdminTable
          caption={list === 'open' ? 'Open appeals, oldest first' : 'Appeals that have ended, newest first'}
          columns={[
            { label: 'Case' },
            { label: 'Event', grows: true },
            { label: 'Organisation', grows: true, wide: true },
            { label: 'Against' },
            { label: 'Heard by', wide: true },
            { label: 'Received', numeric: true },
            { label: 'State' },
          ]}
          rows={appeals.map((appeal) => ({
            key: appeal.id,
            cells: [
              <a key="case" href={adminHref('adminAppeal', { id: appeal.id })} className="figures">
                {appeal.reference}
              </a>,
              appeal.title,
              appeal.organisation,
              decisionWord(appeal.against),
              appeal.heardByName ?? <span className="text-muted">Nobody</span>,
              londonDateOf(appeal.receivedAt),
              <Badge key="state" tone={appealStates[appeal.state].tone}>
                {appealStates[appeal.state].label}
              </Badge>,
            ],
          }))}
        />
      )}
      <AdminPages pages={pages} />
    </>
  )
}
