import { useContext } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AnswerForm, UnsentAnswer } from '#ui/answer-form.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { NarrowPage, Section } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { useBrand } from '#wire/brand-context.ts'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { noticeAnswerLimit } from './rules.ts'
import type { refusalAnswer } from './server.ts'

type Data = PageData<typeof refusalAnswer>

export const page = definePage<Data>(RefusalAnswerPage, ({ kind }) => headings[kind])

const headings: Record<Data['kind'], string> = {
  open: 'Answer before we decide',
  answered: 'Thank you for your answer',
  over: 'This can no longer be answered',
  unknown: 'This link does not work',
}

function leadOf(data: Exclude<Data, { kind: 'open' }>): string {
  if (data.kind === 'answered')
    return `It is on the record of your application ${data.reference} for ${data.title}. We will read it, decide, and write to you.`
  return data.kind === 'over'
    ? 'The time to answer is over, the notice was withdrawn, or the assessment has been decided. We have written to you, or will soon.'
    : 'Part of the link may be missing. Copy the whole link from the email.'
}

function RefusalAnswerPage({ data }: { data: Data }) {
  const { complianceEmail } = useBrand()
  if (data.kind === 'open')
    return (
      <Section narrow>
        <OpenNotice data={data} />
      </Section>
    )
  return (
    <NarrowPage lead={leadOf(data)}>
      {data.kind !== 'unknown' && data.unsent && (
        <UnsentAnswer
          answer={data.unsent}
          reference={data.reference}
          reason="Your answer was not sent"
          email={complianceEmail}
        />
      )}
      <p className="mt-6">
        Anything else? Write to <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>.
      </p>
    </NarrowPage>
  )
}

function OpenNotice({ data }: { data: Extract<Data, { kind: 'open' }> }) {
  const { token, reference, title, reason, until, answer } = data
  const { problems = [] } = useContext(PostedContext) ?? {}
  const problem = problemOf(problems, 'answer') ?? null
  return (
    <>
      <PageHeading lead={`Application ${reference} for ${title}`} />
      <div className="mt-8 flex flex-col gap-6">
        <ErrorSummary problems={problems} />
        <p>We intend to refuse accreditation, for these reasons:</p>
        <blockquote className="pl-4 border-l-3 border-gold whitespace-pre-line break-words">{reason}</blockquote>
        <p>
          You can answer until {londonDateOf(until)}. To send documents as well, use{' '}
          <a href={href('myApplications')}>your evidence</a> before you answer.
        </p>
        <AnswerForm
          {...{ answer, problem }}
          action={href('refusalAnswer', { token })}
          hint="You can answer once. Tell us what we have missed, or what you have changed."
          maxLength={noticeAnswerLimit}
        />
      </div>
    </>
  )
}
