import { adminHref } from '../../../admin-pages.ts'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { signInEventWords } from '../sign-in/rules.ts'
import { LogTabs } from './log-tabs.tsx'
import type { SignInLogData } from './state.ts'

export const page = definePage<SignInLogData>({ Component: SignInLogPage, meta: () => ({ title: 'Sign-ins' }) })

function SignInLogPage({ data }: { data: SignInLogData }) {
  return (
    <>
      <PageHeading lead="Every sign-in to the admin area and every refusal. The network code shows whether two came from the same address. We do not keep the address.">
        Sign-ins
      </PageHeading>
      <LogTabs current="sign-ins" />
      <form
        key={data.person}
        method="get"
        action={adminHref('signInLog')}
        className="mt-6 flex flex-wrap items-end gap-4"
      >
        <Select
          label="Who"
          name="person"
          placeholder="Everybody"
          options={data.people}
          defaultValue={data.person}
          fieldClassName="grow sm:grow-0 sm:min-w-64"
        />
        <Button type="submit" variant="quiet">
          Apply filter
        </Button>
      </form>
      <Events events={data.events} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Events({ events }: { events: SignInLogData['events'] }) {
  if (events.length === 0)
    return <EmptyState className="mt-8" icon="i-log-in" title="There are no sign-ins that match." />
  return (
    <div className="mt-8">
      <Table
        caption="Sign-ins, newest first"
        captionHidden
        columns={[{ label: 'What' }, { label: 'Who' }, { label: 'Browser' }, { label: 'Network' }, { label: 'When' }]}
        rows={events.map((event) => ({
          key: String(event.id),
          cells: [
            signInEventWords(event.event),
            event.person ?? <span className="text-muted">No one in the admin area</span>,
            event.browser,
            <span key="network" className="font-mono text-sm">
              {event.network}
            </span>,
            <AdminTime key="at" at={event.at} />,
          ],
        }))}
      />
    </div>
  )
}
