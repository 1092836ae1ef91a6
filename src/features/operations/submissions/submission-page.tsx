import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { assignForm, messageForm } from './form.ts'
import { kindWords, messageWords, stateLabel, stateWords, submissionStates } from './rules.ts'
import type { submission } from './server.ts'

type Data = PageData<typeof submission>

export const page = definePage<Data>(
  SubmissionPage,
  ({ kind, submission }) => `${kindWords[kind].one} of ${submission.name}`,
)

function SubmissionPage({ data }: { data: Data }) {
  const { kind, submission, details, thread } = data
  return (
    <>
      <Breadcrumb
        crumbs={[{ label: kindWords[kind].many, href: adminHref('submissions', { kind }) }, { label: submission.name }]}
      />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={kindWords[kind].one} lead={`Arrived on ${londonDateOf(submission.arrivedAt)}`}>
          {submission.name}
        </PageHeading>
        <Badge tone={stateWords[submission.state].tone}>{stateLabel(kind, submission.state)}</Badge>
      </div>
      <Outcome />
      <DescriptionList
        className="mt-8"
        items={[
          { term: 'Email', details: <a href={`mailto:${submission.email}`}>{submission.email}</a> },
          { term: 'Phone', details: submission.phone },
          { term: 'Organisation', details: submission.organisation },
          ...details.map(({ term, details: text }) => ({
            term,
            details: text && <p className="whitespace-pre-line break-words">{text}</p>,
          })),
          {
            term: 'Handled by',
            details:
              submission.handledByName &&
              `${submission.handledByName}${submission.handledAt ? `, ${londonDateOf(submission.handledAt)}` : ''}`,
          },
        ]}
      />
      <form
        method="post"
        action={adminHref('submission', { kind, id: submission.id })}
        className="mt-8 flex flex-wrap gap-3"
      >
        {submissionStates
          .filter((state) => state !== submission.state)
          .map((state) => (
            <Button key={state} name="state" value={state} variant={state === 'done' ? 'action' : 'quiet'}>
              Mark as {stateLabel(kind, state).toLowerCase()}
            </Button>
          ))}
      </form>
      {thread && <EnquiryThread thread={thread} />}
    </>
  )
}

function EnquiryThread({ thread }: { thread: NonNullable<Data['thread']> }) {
  const { messages, clerks, assignedTo } = thread
  return (
    <div className="mt-8 max-w-form flex flex-col gap-8">
      <Form
        of={assignForm}
        command="assign"
        button="Hand over"
        variant="quiet"
        values={{ person: assignedTo ?? '' }}
        choices={{ person: clerks.map(({ id, name }) => ({ value: id, label: name })) }}
        wide
        className="flex flex-wrap items-end gap-3"
      />
      {messages.length > 0 && (
        <AdminHistory
          events={messages.map(({ id, kind, authorName: by, text, writtenAt: at }) => ({
            key: id,
            at,
            what: messageWords[kind],
            by,
            why: text,
          }))}
        />
      )}
      <section aria-labelledby="go-on">
        <h2 id="go-on">Reply or add a note</h2>
        <p className="mt-1 text-muted">
          This site sends emails but does not receive them. Answers arrive in the office mailbox. Add them here, so that
          the record is complete.
        </p>
        <Form
          of={messageForm}
          command="write"
          button="Add to the thread"
          choiceFields={ChoiceField}
          wide
          className="mt-4 flex flex-col gap-4"
        />
      </section>
    </div>
  )
}
