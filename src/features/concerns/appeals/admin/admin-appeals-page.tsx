import { adminHref } from '#admin-pages.ts'
import { decisionWord } from '#domain/appeals.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { Badge } from '#ui/badge.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Muted } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { appealLists, appealStates } from '../rules.ts'
import type { adminAppeals } from './server.ts'

type Data = PageData<typeof adminAppeals>

export const page = definePage<Data>(AdminAppealsPage, 'Appeals')

function AdminAppealsPage({ data: { list, open, appeals, pages } }: { data: Data }) {
  return (
    <>
      <PageHeading lead="Each appeal is heard by someone who had no part in the decision." />
      <AdminTabs
        label="Appeals by state"
        tabs={appealLists.map((each) => ({
          label: each === 'open' ? `Open (${open})` : 'Ended',
          href: adminHref('adminAppeals', { list: each === 'open' ? null : each }),
          isCurrent: each === list,
        }))}
      />
      <AdminList
        caption={list === 'open' ? 'Open appeals, oldest first' : 'Appeals that have ended, newest first'}
        empty={list === 'open' ? 'There are no open appeals.' : 'There are no ended appeals.'}
        columns={[
          {
            label: 'Case',
            href: ({ id }) => adminHref('adminAppeal', { id }),
            linkClassName: 'figures',
            cell: 'reference',
          },
          { label: 'Event', grows: true, cell: 'title' },
          { label: 'Organisation', grows: true, wide: true, cell: 'organisation' },
          { label: 'Against', cell: ({ against }) => decisionWord(against) },
          { label: 'Heard by', wide: true, cell: ({ heardByName }) => heardByName ?? <Muted>Nobody</Muted> },
          { label: 'Received', day: 'receivedAt' },
          {
            label: 'State',
            cell: ({ state }) => <Badge tone={appealStates[state].tone}>{appealStates[state].label}</Badge>,
          },
        ]}
        rows={appeals}
        pages={pages}
      />
    </>
  )
}
