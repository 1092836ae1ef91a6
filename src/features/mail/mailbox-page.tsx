import { adminHref } from '../../admin-pages.ts'
import { figure } from '../../domain/figures.ts'
import { AdminTime } from '../../ui/admin-time.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { Table } from '../../ui/table.tsx'
import { definePage } from '../../wire/page.ts'
import { mailboxName, mailStateLabels, mailStates } from './rules.ts'
import type { MailboxData } from './state.ts'
import { StateBadge } from './state-badge.tsx'

export const page = definePage<MailboxData>({ Component: MailboxPage, meta: () => ({ title: 'Mailbox' }) })

function MailboxPage({ data }: { data: MailboxData }) {
  return (
    <>
      <PageHeading lead="Every email that the site has written, newest first.">Mailbox</PageHeading>
      {data.isKeeping && (
        <Notice className="mt-6" title="Nothing leaves this mailbox">
          <p>No mail server is set up, so emails are kept here instead of being sent.</p>
        </Notice>
      )}
      {data.again !== null && (
        <Notice tone="success" live="status" className="mt-6">
          <p>
            {figure(data.again)} {data.again === 1 ? 'email is' : 'emails are'} on the way again.
          </p>
        </Notice>
      )}
      <div className="mt-8">
        <ChipRow label="Emails by state">
          <ChipLink href={adminHref('mailbox', { q: data.q })} current={data.state === null}>
            All
          </ChipLink>
          {mailStates.map((state) => (
            <ChipLink
              key={state}
              href={adminHref('mailbox', { state, q: data.q })}
              current={data.state === state}
              count={state === 'waiting' || state === 'failed' ? data.counts[state] : undefined}
            >
              {mailStateLabels[state]}
            </ChipLink>
          ))}
        </ChipRow>
      </div>
      <Search data={data} />
      {data.state === 'failed' && data.counts.failed > 0 && (
        <form method="post" action={adminHref('mailbox')} className="mt-6">
          <input type="hidden" name="intent" value="again" />
          <Button type="submit" variant="quiet">
            Send all failed again
          </Button>
        </form>
      )}
      <Mails data={data} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Search({ data: { state, q } }: { data: MailboxData }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
    <form key={`${state} ${q}`} role="search" method="get" action={adminHref('mailbox')} className="mt-6 max-w-form">
      <SearchInput name="q" label="Address or subject" defaultValue={q} maxLength={100}>
        {state && <input type="hidden" name="state" value={state} />}
      </SearchInput>
    </form>
  )
}

function Mails({ data: { state, q, mails } }: { data: MailboxData }) {
  if (mails.length === 0) {
    const title = q
      ? 'No email fits this search.'
      : state
        ? `No email is ${mailStateLabels[state].toLowerCase()}.`
        : 'No email has been written yet.'
    return <EmptyState className="mt-8" icon="i-mail" title={title} />
  }
  return (
    <div className="mt-6">
      <Table
        caption={`${state ? mailStateLabels[state] : 'All'} emails, newest first`}
        captionHidden
        columns={[{ label: 'Subject' }, { label: 'To' }, { label: 'State' }, { label: 'Written', numeric: true }]}
        rows={mails.map((mail) => ({
          key: mail.id,
          cells: [
            <span key="mail" className="inline-block min-w-48 max-w-prose">
              <SiteLink href={adminHref('mail', { id: mail.id })} className="inline-block py-2 font-semibold">
                {mail.subject}
              </SiteLink>
              {mail.reason && <span className="block text-sm text-danger break-words">{mail.reason}</span>}
            </span>,
            mailboxName(mail.toName, mail.toEmail),
            <StateBadge key="state" state={mail.state} />,
            <AdminTime key="time" at={mail.createdAt} />,
          ],
        }))}
      />
    </div>
  )
}
