import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import { sizeWords } from '#features/mailbox/rules.ts'
import { StateBadge } from '#features/mailbox/state-badge.tsx'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-list.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckboxGroup } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select } from '#ui/field.tsx'
import { Fields, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextList } from '#ui/text.tsx'
import { problemOf } from '#wire/form.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { letterForm } from '../form.ts'
import { caseMailsHref } from './rules.ts'
import type { caseMails } from './server.ts'

type Data = PageData<typeof caseMails>
type CaseEmails = Extract<Data, { kind: 'found' }>

export const page = definePage<Data>(EmailsPage, (data) =>
  data.kind === 'found' ? `Emails of ${data.head.reference}` : 'Emails',
)

function EmailsPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (data.kind !== 'found') return <NoCase data={data} />
  return (
    <CaseFrame head={data.head} current="caseMails" admin={admin}>
      <Outcome />
      <div className="mt-8 grid gap-12 xl:grid-cols-2 items-start">
        <section aria-labelledby="emails" className="min-w-0">
          <h2 id="emails" className="text-xl">
            Emails
          </h2>
          <p className="xl:hidden">
            <a href="#write" className="inline-block py-2">
              {data.answered ? 'Answer' : 'Write an email'}
            </a>
          </p>
          {data.mails.length === 0 ? (
            <EmptyState icon="i-mail" title="There are no emails yet" className="mt-4" />
          ) : (
            <ol className="mt-4 flex flex-col gap-6">
              {data.mails.map((mail) => (
                <MailItem key={mail.id} mail={mail} caseId={data.head.id} />
              ))}
            </ol>
          )}
          <AdminPages pages={data.pages} />
        </section>
        <LetterForm data={data} />
      </div>
    </CaseFrame>
  )
}

function MailItem({ mail, caseId }: { mail: CaseEmails['mails'][number]; caseId: string }) {
  const { id, isIncoming, subject, text, at, name, email, mailState, isAutomatic, isFromOther, files, sentFiles } = mail
  const other = name && isIncoming ? `${name} <${email}>` : email
  return (
    <li className="pl-4 border-l-3 border-border min-w-0">
      <h3 className="text-base break-words">{subject || (mail.isRead ? 'No subject' : 'Being read')}</h3>
      <p className="text-sm text-muted break-words">
        {isIncoming ? 'From' : 'To'} {other || 'an unknown sender'}, <AdminTime at={at} />
        {!isIncoming && name && `, by ${name}`}
        {mail.attachedByName && `, added to the case by ${mail.attachedByName}`}
      </p>
      <p className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {mailState && <StateBadge state={mailState} />}
        {isFromOther && <Badge tone="warning">Not from the address of this case</Badge>}
        {isAutomatic && <Badge>Automatic reply</Badge>}
        {mail.isUnreadable && <Badge tone="danger">Could not be read</Badge>}
      </p>
      {text &&
        (isIncoming || name ? (
          <p className="mt-2 whitespace-pre-wrap break-words">{text}</p>
        ) : (
          <Disclosure summary="Read it" className="mt-2">
            <p className="whitespace-pre-wrap break-words">{text}</p>
          </Disclosure>
        ))}
      {sentFiles.length > 0 && <p className="mt-2 break-words">Attached: {sentFiles.join(', ')}</p>}
      {files.length > 0 && (
        <ul className="mt-2" aria-label="Attachments">
          {files.map((file) => (
            <li key={file.id ?? file.name} className="break-words">
              {file.id && file.state === 'ready' ? (
                <a href={`/evidence/files/${file.id}`} download className="inline-block py-2">
                  {file.name}
                </a>
              ) : (
                <>
                  {file.name}: {fileWords(file)}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {isIncoming && !isAutomatic && mail.isRead && !mail.isUnreadable && (
        <p className="mt-2">
          <a href={`${caseMailsHref(caseId, { answer: id })}#write`} className="inline-block py-2">
            Answer
          </a>
        </p>
      )}
      {!isIncoming && (
        <p className="mt-2">
          <a href={adminHref('mail', { id })} className="inline-block py-2">
            Open
          </a>
        </p>
      )}
    </li>
  )
}

function fileWords({ state, reason, refused }: { state?: string; reason?: string; refused?: string }): string {
  if (refused) return refused
  if (state === 'checking') return reason || 'being checked'
  return state === 'purged' ? 'deleted' : reason || 'not taken'
}

function LetterForm({ data }: { data: CaseEmails }) {
  const { head, to, letter, answered, attachable, warned, replies, problems } = data
  const mayAttach = data.isConfirmed && attachable.length > 0
  return (
    <section aria-labelledby="write" className="min-w-0">
      <h2 id="write" className="text-xl">
        {answered ? 'Answer' : 'Write an email'}
      </h2>
      <p className="mt-1 text-muted break-words">
        To {to}, the address of the application.{' '}
        {answered && `You answer “${answered.subject || 'no subject'}” of ${londonDateOf(answered.at)}. `}
        {data.comesIn ? 'Answers come in here.' : 'Answers arrive in the office mailbox, not here.'}
      </p>
      {!data.isConfirmed && (
        <Notice tone="warning" title="The address is not confirmed" className="mt-4">
          <p>
            It may be a stranger’s. Nothing that was typed in the application is filled in, and no document can be sent.
          </p>
        </Notice>
      )}
      <form
        key={letter.seen + letter.text.length}
        method="post"
        action={adminHref('caseMails', { id: head.id })}
        noValidate
        className="mt-4 flex flex-col gap-5"
      >
        {/* Enter in a field of one line presses the first button. */}
        <button type="submit" name="intent" value="write" tabIndex={-1} aria-hidden="true" className="hidden">
          Send
        </button>
        <ErrorSummary problems={problems} />
        <input type="hidden" name="seen" value={letter.seen} />
        {answered && <input type="hidden" name="answer" value={answered.id} />}
        {replies.length > 0 && (
          <div className="flex flex-wrap items-end gap-3">
            <Select
              name="reply"
              label="Saved reply"
              placeholder="Choose one"
              options={replies.map(({ id, text }) => ({ value: id, label: text.slice(0, 80) }))}
              error={problemOf(problems, 'reply')}
            />
            <Button variant="quiet" name="intent" value="insert">
              Add to the text
            </Button>
          </div>
        )}
        <Fields
          of={letterForm}
          without={['quote', 'files', 'confirmed', 'answer', 'seen']}
          typed={letter}
          problems={problems}
        />
        {answered && data.isConfirmed && (
          <ChoiceField
            name="quote"
            field={letterForm.fields.quote}
            typed={letter.quote}
            error={undefined}
            choices={[]}
          />
        )}
        {mayAttach && (
          <CheckboxGroup
            name="files"
            label="Documents of this case"
            optional
            hint="They are attached to the email. At most 10 MB."
            error={problemOf(problems, 'files')}
            choices={attachable.map(({ id, name, bytes }) => ({ value: id, label: `${name} (${sizeWords(bytes)})` }))}
            defaultValue={letter.files.split(',')}
          />
        )}
        {warned.length > 0 && (
          <Notice tone="warning" title="You are sending documents of the applicant" live="alert">
            <p>These leave the admin area with the email to {to}:</p>
            <TextList items={warned} className="pl-5 list-disc" />
            <input type="hidden" name="confirmed" value={letter.files} />
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="write">
            {warned.length > 0 ? 'Send with these documents' : 'Send'}
          </Button>
          {answered && (
            <ButtonLink variant="link" href={caseMailsHref(head.id)}>
              Write a new email instead
            </ButtonLink>
          )}
        </div>
      </form>
    </section>
  )
}
