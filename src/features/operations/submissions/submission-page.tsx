import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { EnquiryThread } from './enquiry-thread.tsx'
import { kindWords, stateLabel, stateWords, submissionStates } from './rules.ts'
import type { submission } from './server.ts'

type Data = PageData<typeof submission>

export const page = definePage<Data>({
  Component: SubmissionPage,
  meta: ({ kind, submission }) => ({ title: `${kindWords[kind].one} of ${submission.name}` }),
})

function SubmissionPage({ data }: { data: Data }) {
  const { kind, submission, details, isSaved, thread } = data
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
      {isSaved && (
        <Notice tone="success" live="status" title={thread ? 'Saved' : 'The state was saved'} className="mt-6" />
      )}
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
            <Button
              key={state}
              type="submit"
              name="state"
              value={state}
              variant={state === 'done' ? 'action' : 'quiet'}
            >
              Mark as {stateLabel(kind, state).toLowerCase()}
            </Button>
          ))}
      </form>
      {thread && <EnquiryThread thread={thread} />}
    </>
  )
}
