import { adminHref } from '#admin-pages.ts'
import { mailboxName, sizeWords } from '#features/mailbox/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminList, AdminPages } from '#ui/admin-list.tsx'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { caseMailsHref, incomingHref, incomingLists, suggestedWords } from '../rules.ts'
import type { incomingMails } from './server.ts'

type Data = PageData<typeof incomingMails>

export const page = definePage<Data>(IncomingMailsPage, 'Emails that came in')

function IncomingMailsPage({ data }: { data: Data }) {
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Mailbox', href: adminHref('mailbox') }, { label: 'Emails that came in' }]} />
      <PageHeading />
      <Outcome />
      <AdminNotice says={data.says} />
      {!data.comesIn && (
        <Notice className="mt-6" title="No email comes in">
          <p>Set MAIL_REPLY_DOMAIN and MAIL_INCOMING_SECRET, so that answers come into the case.</p>
        </Notice>
      )}
      <div className="mt-3 admin-head">
        <ChipLinks
          label="Emails that came in"
          chips={incomingListNames.map((list) => ({
            label: incomingLists[list],
            href: incomingHref(list),
            current: data.list === list,
            count: data.counts[list],
          }))}
        />
      </div>
      {data.list === 'answer' ? <ToAnswer data={data} /> : <WithoutCase data={data} />}
    </>
  )
}

const incomingListNames = Object.keys(incomingLists) as (keyof typeof incomingLists)[]

function ToAnswer({ data }: { data: Data }) {
  const list = (
    <AdminList
      select={
        data.mails.length > 0 ? { name: 'mails', chosen: [], label: ({ subject }) => `Choose “${subject}”` } : undefined
      }
      caption="Emails that wait for an answer, oldest first"
      icon="i-mail"
      empty="No email is waiting for an answer."
      columns={[
        {
          label: 'Email',
          href: ({ id, applicationId }) => `${caseMailsHref(applicationId!, { answer: id })}#write`,
          cell: ({ subject }) => subject || 'No subject',
        },
        { label: 'Case', grows: true, cell: ({ reference, title }) => `${reference}, ${title}` },
        {
          label: 'From',
          cell: ({ fromName, fromEmail, isFromOther }) => (
            <>
              {fromName || fromEmail}
              {isFromOther && ' (not the address of the case)'}
            </>
          ),
        },
        { label: 'Arrived', time: 'receivedAt' },
        {
          label: 'Answer',
          acts: true,
          // The bar does the same where there is no room.
          wide: true,
          cell: ({ id, subject }) => (
            <Button name="only" value={id} variant="quiet">
              Needs no answer
              <VisuallyHidden>: “{subject}”</VisuallyHidden>
            </Button>
          ),
        },
      ]}
      rows={data.mails}
      pages={data.pages}
    />
  )
  if (data.mails.length === 0) return list
  return (
    <form method="post">
      <input type="hidden" name="intent" value="settle" />
      {list}
      <SelectionBar>
        <Button variant="quiet">The chosen ones need no answer</Button>
      </SelectionBar>
    </form>
  )
}

function WithoutCase({ data }: { data: Data }) {
  return (
    <>
      <p className="mt-6 text-muted max-w-form">
        {data.list === 'away'
          ? 'They belong to no case. They are deleted with all others of their age.'
          : 'They came without an address of a case, or with one that is no longer used. Read them, then add them to the case that they belong to.'}
      </p>
      {data.mails.length === 0 && !data.pages.total ? (
        <EmptyState
          icon="i-mail"
          title={data.list === 'away' ? 'Nothing was put away.' : 'Every email that came in is in its case.'}
          className="mt-8"
        />
      ) : (
        <ol className="mt-8 flex flex-col gap-8 max-w-form">
          {data.mails.map((mail) => (
            <MailItem key={mail.id} mail={mail} data={data} />
          ))}
        </ol>
      )}
      <AdminPages pages={data.pages} />
      {data.list === 'without' && data.mails.length > 0 && (
        <form method="post" id={putAwayForm} className="contents">
          <input type="hidden" name="intent" value="settle" />
          <SelectionBar>
            <Button variant="quiet">Put the chosen ones away</Button>
          </SelectionBar>
        </form>
      )}
    </>
  )
}

const putAwayForm = 'put-away'

function MailItem({ mail, data: { list, typed, problems } }: { mail: Data['mails'][number]; data: Data }) {
  const { id, state, subject, text, files, suggestedBy, reference, title } = mail
  const isTyped = typed?.mail === id
  return (
    <li className="pl-4 border-l-3 border-border min-w-0">
      <div className="flex gap-3 chooses">
        {list === 'without' && (
          <input
            type="checkbox"
            className="choice"
            name="mails[]"
            value={id}
            form={putAwayForm}
            aria-label={`Choose “${subject}”`}
          />
        )}
        <h2 className="text-base break-words min-w-0">
          {subject || (state === 'waiting' ? 'Being read' : 'No subject')}
        </h2>
      </div>
      <p className="text-sm text-muted break-words">
        From {mailboxName(mail.fromName, mail.fromEmail) || 'an unknown sender'}, <AdminTime at={mail.receivedAt} />
      </p>
      <p className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {mail.isAutomatic && <Badge>Automatic reply</Badge>}
        {state === 'unreadable' && <Badge tone="danger">Could not be read</Badge>}
      </p>
      {text && (
        <Disclosure summary="Read it" className="mt-3">
          <p className="whitespace-pre-wrap break-words">{text}</p>
        </Disclosure>
      )}
      {files.length > 0 && (
        <p className="mt-2 break-words">
          Attached: {files.map(({ name, bytes }) => `${name} (${sizeWords(bytes)})`).join(', ')}. Nobody can open
          attachments before the email is in a case and they are checked.
        </p>
      )}
      {suggestedBy && reference && (
        <p className="mt-2 break-words">
          It may belong to {reference}, {title}. {suggestedWords[suggestedBy]}
        </p>
      )}
      <form method="post" action={incomingHref(list)} noValidate className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="attach" />
        <input type="hidden" name="mail" value={id} />
        <TextInput
          name="reference"
          id={`reference-${id}`}
          label="Reference of the case"
          defaultValue={isTyped ? typed.reference : (reference ?? '')}
          maxLength={40}
          error={isTyped ? problemOf(problems, 'reference') : undefined}
        />
        <Button>Add to the case</Button>
      </form>
      <PostButton
        command="remove"
        fields={{ mail: id }}
        label="Delete"
        of={` the email “${subject}”`}
        className="mt-3"
      />
    </li>
  )
}
