import { adminHref } from '#admin-pages.ts'
import { signInEventWords } from '#features/people/sign-in/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters } from '#ui/admin-filters.tsx'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { LogTabs } from './log-tabs.tsx'
import { signInsHref, usualSort } from './rules.ts'
import type { signInLog } from './server.ts'

type Data = PageData<typeof signInLog>

export const page = definePage<Data>({ Component: SignInLogPage, meta: () => ({ title: 'Sign-ins' }) })

function SignInLogPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead="Every sign-in to the admin area and every refusal. The network code shows whether two came from the same address. We do not keep the address.">
        Sign-ins
      </PageHeading>
      <LogTabs current="sign-ins" />
      <AdminFilters
        action={adminHref('signInLog')}
        filters={data.person}
        sort={sortText(data.sort, usualSort)}
        clearHref={data.person ? adminHref('signInLog') : null}
      >
        <Select
          label="Who"
          name="person"
          placeholder="Everybody"
          options={data.people}
          defaultValue={data.person}
          fieldClassName="grow sm:grow-0 sm:min-w-64"
        />
      </AdminFilters>
      <Events data={data} />
    </>
  )
}

function Events({ data: { person, events, sort, pages } }: { data: Data }) {
  if (events.length === 0 && pages.previousHref === null) {
    return <EmptyState className="mt-8" icon="i-log-in" title="There are no sign-ins that match." />
  }
  return (
    <>
      <AdminTable
        caption={`Sign-ins, ${sort.descending ? 'newest' : 'oldest'} first`}
        columns={[
          { label: 'What' },
          { label: 'Who', grows: true },
          { label: 'Browser' },
          { label: 'Network', wide: true },
          { label: 'When', numeric: true, sort: sortBy('when', sort, (next) => signInsHref(person, next)) },
        ]}
        rows={events.map((event) => ({
          key: String(event.id),
          cells: [
            <span key="what" className="font-semibold">
              {signInEventWords(event.event)}
            </span>,
            event.person ?? <span className="text-muted">No one in the admin area</span>,
            event.browser,
            <span key="network" className="font-mono text-sm">
              {event.network}
            </span>,
            <AdminTime key="at" at={event.at} />,
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
