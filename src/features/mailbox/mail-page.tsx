import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { definePage } from '#wire/page.ts'
import { mailboxName, mailStateWords, notArrived, sizeWords } from './rules.ts'
import type { mail } from './server.ts'
import { StateBadge } from './state-badge.tsx'

type Data = PageData<typeof mail>

export const page = definePage<Data>(MailPage, ({ mail }) => mail.subject)

function MailPage({ data }: { data: Data }) {
  const { mail, from } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Mailbox', href: adminHref('mailbox') }, { label: 'Email' }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading />
        <StateBadge state={mail.state} />
      </div>
      <Outcome data={data} />
      <DescriptionList
        className="mt-8"
        items={{
          From: mailboxName(from.name, from.email),
          To: mailboxName(mail.toName, mail.toEmail),
          Written: <AdminTime at={mail.createdAt} />,
          // One that came back was sent.
          [mailStateWords[mail.state === 'bounced' ? 'sent' : mail.state].label]: mail.settledAt && (
            <AdminTime at={mail.settledAt} />
          ),
          Template: mail.kind,
          Case: mail.applicationId && (
            <a href={adminHref('caseMails', { id: mail.applicationId })}>Emails of the case</a>
          ),
          Attempts: mail.attempts,
          Attachments: mail.attachments.length > 0 && <Attachments mail={mail} />,
        }}
      />
      <div className="mt-10 grid gap-10 xl:grid-cols-2 items-start">
        <TitledSection id="html-part" title="HTML part" className="min-w-0" heading="mb-3 text-xl">
          <iframe
            title={`HTML part of “${mail.subject}”`}
            src={apiPath('getMailHtml', { id: mail.id })}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className="block w-full h-[48rem] border border-border rounded bg-surface-raised"
          />
        </TitledSection>
        <TitledSection id="text-part" title="Text part" className="min-w-0" heading="mb-3 text-xl">
          <p className="p-4 border border-border rounded bg-surface-raised font-mono text-sm whitespace-pre-wrap break-words">
            {mail.text}
          </p>
        </TitledSection>
      </div>
    </>
  )
}

function Outcome({ data: { mail, isAskedAgain, isSuppressed, seesAll } }: { data: Data }) {
  if (notArrived.includes(mail.state)) {
    return (
      <Notice
        tone="danger"
        title={mail.state === 'bounced' ? 'This email came back' : 'This email was not sent'}
        className="mt-6"
      >
        {mail.reason && <p>{mail.reason}</p>}
        {isSuppressed && !seesAll && <p>The address is suppressed: nothing is sent to it.</p>}
        {isSuppressed && seesAll && (
          <p>
            <a href={adminHref('suppressed', { q: mail.toEmail })}>See why the address is suppressed</a>
          </p>
        )}
        {!isSuppressed && <PostButton label="Send again" variant="action" className="mt-4" />}
      </Notice>
    )
  }
  return (
    <>
      {isAskedAgain && <Notice tone="success" live="status" className="mt-6" text="The email is being sent again." />}
      {mail.state === 'waiting' && mail.reason && (
        <Notice tone="warning" title="The last attempt failed. We will try again" className="mt-6" text={mail.reason} />
      )}
    </>
  )
}

function Attachments({ mail: { id, attachments } }: { mail: Data['mail'] }) {
  return (
    <ul>
      {attachments.map(({ position, name, contentType, bytes, isStored }) =>
        isStored ? (
          <li key={position}>
            {name} ({contentType}, a document of the case)
          </li>
        ) : (
          <li key={position}>
            <a
              href={apiPath('getMailAttachment', { id, position: String(position) })}
              download={name}
              className="inline-block py-2"
            >
              {name}
            </a>{' '}
            <span className="text-muted">
              ({contentType}, {sizeWords(bytes)})
            </span>
          </li>
        ),
      )}
    </ul>
  )
}
