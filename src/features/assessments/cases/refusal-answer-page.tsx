import { londonDateOf } from '../../../domain/london-time.ts'
import { href } from '../../../pages.ts'
import { useBrand } from '../../../ui/brand-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Section } from '../../../ui/layout.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { definePage } from '../../../wire/page.ts'
import { noticeAnswerLimit } from './rules.ts'
import type { RefusalAnswerData } from './state.ts'

export const page = definePage<RefusalAnswerData>({
  Component: RefusalAnswerPage,
  meta: ({ kind }) => ({ title: headings[kind] }),
})

const headings: Record<RefusalAnswerData['kind'], string> = {
  open: 'Answer before we decide',
  answered: 'Thank you for your answer',
  over: 'This can no longer be answered',
  unknown: 'This link does not work',
}

function leadOf(data: Exclude<RefusalAnswerData, { kind: 'open' }>): string {
  if (data.kind === 'answered')
    return `It is on the record of your application ${data.reference} for ${data.title}. We will read it, decide, and write to you.`
  return data.kind === 'over'
    ? 'The time to answer is over, the notice was withdrawn, or the assessment has been decided. We have written to you, or will soon.'
    : 'Part of the link may be missing. Copy the whole link from the email.'
}

function RefusalAnswerPage({ data }: { data: RefusalAnswerData }) {
  const { complianceEmail } = useBrand()
  if (data.kind === 'open')
    return (
      <Section narrow>
        <OpenNotice data={data} />
      </Section>
    )
  return (
    <Section narrow>
      <PageHeading lead={leadOf(data)}>{headings[data.kind]}</PageHeading>
      {data.kind !== 'unknown' && data.unsent && (
        <div className="mt-8 flex flex-col gap-6">
          <ErrorSummary heading="There is a problem" errors={[{ id: 'answer', message: 'Your answer was not sent' }]} />
          <TextArea
            label="Your answer"
            hint={`Copy it into an email to ${complianceEmail}, and quote ${data.reference}.`}
            name="answer"
            rows={8}
            readOnly
            defaultValue={data.unsent}
            error="Your answer was not sent"
          />
        </div>
      )}
      <p className="mt-6">
        Anything else? Write to <SiteLink href={`mailto:${complianceEmail}`}>{complianceEmail}</SiteLink>.
      </p>
    </Section>
  )
}

function OpenNotice({ data }: { data: Extract<RefusalAnswerData, { kind: 'open' }> }) {
  const { token, reference, title, reason, until, answer, problem } = data
  return (
    <>
      <PageHeading lead={`Application ${reference} for ${title}`}>{headings.open}</PageHeading>
      <div className="mt-8 flex flex-col gap-6">
        <ErrorSummary heading="There is a problem" errors={problem ? [{ id: 'answer', message: problem }] : []} />
        <p>We intend to refuse accreditation, for these reasons:</p>
        <blockquote className="pl-4 border-l-3 border-gold whitespace-pre-line break-words">{reason}</blockquote>
        <p>
          You can answer until {londonDateOf(until)}. To send documents as well, use{' '}
          <SiteLink href={href('myApplications')}>your evidence</SiteLink> before you answer.
        </p>
        <form method="post" action={href('refusalAnswer', { token })} noValidate className="flex flex-col gap-6">
          <TextArea
            label="Your answer"
            hint="You can answer once. Tell us what we have missed, or what you have changed."
            name="answer"
            rows={8}
            maxLength={noticeAnswerLimit}
            defaultValue={answer}
            error={problem ?? undefined}
          />
          <Button type="submit" className="self-start">
            Send answer
          </Button>
        </form>
      </div>
    </>
  )
}
