import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { SearchForm, SearchInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { mailboxHref, mailboxName, mailStates, mailStateWords } from './rules.ts'
import type { mailbox } from './server.ts'
import { StateBadge } from './state-badge.tsx'

type Data = PageData<typeof mailbox>

export const page = definePage<Data>(MailboxPage, 'Mailbox')

function MailboxPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead={data.seesAll ? undefined : 'Emails about applications.'} />
      {data.isKeeping && (
        <Notice className="mt-3" title="Nothing leaves this mailbox">
          <p>No mail server is set up, so emails are kept here instead of being sent.</p>
        </Notice>
      )}
      <p className="mt-3">
        <a href={adminHref('incomingMails')}>Emails that came in</a>
      </p>
      {data.seesAll && data.suppressed > 0 && (
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
            label: state ? mailStateWords[state].label : 'All',
            href: adminHref('mailbox', { state, q: data.q }),
            current: data.state === state,
            count: state === 'waiting' || state === 'failed' ? data.counts[state] : undefined,
          }))}
        />
        <SearchForm
          key={`${data.state} ${data.q}`}
          method="get"
          action={adminHref('mailbox')}
          className="w-full max-w-form lg:w-120"
        >
          <SearchInput name="q" label="Address or subject" defaultValue={data.q} maxLength={100}>
            {data.state && <input type="hidden" name="state" value={data.state} />}
          </SearchInput>
        </SearchForm>
      </div>
      {data.seesAll && data.state === 'failed' && data.counts.failed > 0 && (
        <PostButton command="again" label="Send all failed emails again" className="mt-6" />
      )}
      <Mails data={data} />
    </>
  )
}

function Mails({ data: { state, q, mails, sort, pages } }: { data: Data }) {
  const none = state ? `No email is ${mailStateWords[state].label.toLowerCase()}.` : 'No email has been written yet.'
  return (
    <AdminList
      caption={`${state ? mailStateWords[state].label : 'All'} emails, ${sort.descending ? 'newest' : 'oldest'} first`}
      icon="i-mail"
      empty={q ? 'No emails match this search.' : none}
      columns={[
        {
          label: 'Subject',
          cell: ({ id, subject, reason }) => (
            <>
              <a href={adminHref('mail', { id })}>{subject}</a>
              {reason && <span className="text-danger"> {reason}</span>}
            </>
          ),
        },
        { label: 'To', grows: true, cell: ({ toName, toEmail }) => mailboxName(toName, toEmail) },
        { label: 'State', cell: (mail) => <StateBadge state={mail.state} /> },
        {
          label: 'Written',
          sort: sortBy('written', sort, (next) => mailboxHref({ state, q }, next)),
          time: 'createdAt',
        },
      ]}
      rows={mails}
      pages={pages}
    />
  )
}
