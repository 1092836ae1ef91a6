import { adminHref } from '#admin-pages.ts'
import { signInEventWords } from '#features/people/sign-in/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters } from '#ui/admin-filters.tsx'
import { AdminList } from '#ui/admin-list.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Muted } from '#ui/text.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { LogTabs } from './log-tabs.tsx'
import { signInsHref, usualSort } from './rules.ts'
import type { signInLog } from './server.ts'

type Data = PageData<typeof signInLog>

export const page = definePage<Data>(SignInLogPage, 'Sign-ins')

function SignInLogPage({ data: { person, people, events, sort, pages } }: { data: Data }) {
  return (
    <>
      <PageHeading lead="Every sign-in to the admin area and every refusal. The network code shows whether two came from the same address. We do not keep the address." />
      <LogTabs current="sign-ins" />
      <AdminFilters
        action={adminHref('signInLog')}
        values={{ person }}
        sort={sortText(sort, usualSort)}
        fields={[
          {
            kind: 'pick',
            name: 'person',
            label: 'Who',
            any: 'Everybody',
            options: people,
            className: 'grow sm:grow-0 sm:min-w-64',
          },
        ]}
      />
      <AdminList
        caption={`Sign-ins, ${sort.descending ? 'newest' : 'oldest'} first`}
        icon="i-log-in"
        empty="There are no sign-ins that match."
        columns={[
          { label: 'What', cell: ({ event }) => <span className="font-semibold">{signInEventWords(event)}</span> },
          {
            label: 'Who',
            grows: true,
            cell: (event) => event.person ?? <Muted>No one in the admin area</Muted>,
          },
          { label: 'Browser', cell: 'browser' },
          { label: 'Network', wide: true, cell: ({ network }) => <span className="font-mono text-sm">{network}</span> },
          { label: 'When', sort: sortBy('when', sort, (next) => signInsHref(person, next)), time: 'at' },
        ]}
        rows={events}
        pages={pages}
      />
    </>
  )
}
