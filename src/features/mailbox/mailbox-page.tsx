import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { mailboxHref, mailboxName, mailStateLabels, mailStates } from './rules.ts'
import type { mailbox } from './server.ts'
import { StateBadge } from './state-badge.tsx'

type Data = PageData<typeof mailbox>

export const page = definePage<Data>({ Component: MailboxPage, meta: () => ({ title: 'Mailbox' }) })

function MailboxPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading>Mailbox</PageHeading>
      {data.isKeeping && (
        <Notice className="mt-3" title="Nothing leaves this mailbox">
          <p>No mail server is set up, so emails are kept here instead of being sent.</p>
        </Notice>
      )}
      {data.suppressed > 0 && (
        <p className="mt-3">
          <a href={adminHref('suppressed')}>Suppressed addresses</a>: {figure(data.suppressed)}
        </p>
      )}
      {data.again !== null && (
        <Notice tone="success" live="status" className="mt-6">
          <p>
            {figure(data.again)} {data.again === 1 ? 'email is' : 'emails are'} being sent again.
          </p>
        </Notice>
      )}
      <div className="mt-3 admin-head">
        <ChipLinks
          label="Emails by state"
          chips={[null, ...mailStates].map((state) => ({
            label: state ? mailStateLabels[state] : 'All',
            href: adminHref('mailbox', { state, q: data.q }),
            current: data.state === state,
            count: state === 'waiting' || state === 'failed' ? data.counts[state] : undefined,
          }))}
        />
        <Search data={data} />
      </div>
      {data.state === 'failed' && data.counts.failed > 0 && (
        <form method="post" action={adminHref('mailbox')} className="mt-6">
          <input type="hidden" name="intent" value="again" />
          <Button type="submit" variant="quiet">
            Send all failed emails again
          </Button>
        </form>
      )}
      <Mails data={data} />
    </>
  )
}

function Search({ data: { state, q } }: { data: Data }) {
  return (
    <SearchForm key={`${state} ${q}`} method="get" action={adminHref('mailbox')} className="w-full max-w-form lg:w-120">
      <SearchInput name="q" label="Address or subject" defaultValue={q} maxLength={100}>
        {state && <input type="hidden" name="state" value={state} />}
      </SearchInput>
    </SearchForm>
  )
}

function Mails({ data: { state, q, mails, sort, pages } }: { data: Data }) {
  if (mails.length === 0 && pages.previousHref === null) {
    const title = q
      ? 'No emails match this search.'
      : state
        ? `No email is ${mailStateLabels[state].toLowerCase()}.`
        : 'No email has been written yet.'
    return <EmptyState className="mt-8" icon="i-mail" title={title} />
  }
  const sorted = sortBy('written', sort, (next) => mailboxHref({ state, q }, next))
  return (
    <>
      <AdminTable
        caption={`${state ? mailStateLabels[state] : 'All'} emails, ${sort.descending ? 'newest' : 'oldest'} first`}
        columns={[
          { label: 'Subject' },
          { label: 'To', grows: true },
          { label: 'State' },
          { label: 'Written', numeric: true, sort: sorted },
        ]}
        rows={mails.map((mail) => ({
          key: mail.id,
          cells: [
            <>
              <a href={adminHref('mail', { id: mail.id })}>{mail.subject}</a>
              {mail.reason && <span className="text-danger"> {mail.reason}</span>}
            </>,
            mailboxName(mail.toName, mail.toEmail),
            <StateBadge key="state" state={mail.state} />,
            <AdminTime key="at" at={mail.createdAt} />,
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
