import { londonDateOf } from '../../domain/london-time.ts'
import { paths } from '../../paths.ts'
import { ChipLink, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { Table } from '../../ui/table.tsx'
import { type DeskPerson, definePage } from '../../wire/page.ts'
import { DeskFrame } from '../desk/desk-frame.tsx'
import { londonClockOf, mailboxName, mailStateLabels, mailStates } from './rules.ts'
import type { MailboxData } from './state.ts'
import { StateBadge } from './state-badge.tsx'

export const page = definePage<MailboxData>({ Component: MailboxPage, meta: () => ({ title: 'Mailbox' }) })

function MailboxPage({ data, desk }: { data: MailboxData; desk?: DeskPerson | undefined }) {
  return (
    <DeskFrame desk={desk}>
      <PageHeading lead="Every email that the site has written, newest first.">Mailbox</PageHeading>
      {data.isKeeping && (
        <Notice className="mt-6" title="Nothing leaves this mailbox">
          <p>No mail server is set up, so emails are kept here instead of being sent.</p>
        </Notice>
      )}
      <div className="mt-8">
        <ChipRow label="Emails by state">
          <ChipLink href={paths.mailbox()} current={data.state === null}>
            All
          </ChipLink>
          {mailStates.map((state) => (
            <ChipLink key={state} href={paths.mailbox({ state })} current={data.state === state}>
              {mailStateLabels[state]}
            </ChipLink>
          ))}
        </ChipRow>
      </div>
      <Mails data={data} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </DeskFrame>
  )
}

function Mails({ data: { state, mails } }: { data: MailboxData }) {
  if (mails.length === 0) {
    const title = state ? `No email is ${mailStateLabels[state].toLowerCase()}.` : 'No email has been written yet.'
    return <EmptyState className="mt-8" icon="i-lucide-mail" title={title} />
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
            <SiteLink key="link" href={paths.mail(mail.id)} className="inline-block py-2 font-semibold">
              {mail.subject}
            </SiteLink>,
            mailboxName(mail.toName, mail.toEmail),
            <StateBadge key="state" state={mail.state} />,
            <time key="time" dateTime={mail.createdAt}>
              {londonDateOf(mail.createdAt)}, {londonClockOf(mail.createdAt)}
            </time>,
          ],
        }))}
      />
    </div>
  )
}
