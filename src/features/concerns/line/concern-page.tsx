import { londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea } from '#ui/field.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { concernLimits, concernStates, isSettled, subjectLabel } from './rules.ts'
import type { ConcernData } from './state.ts'
import { callFirst, promiseWords } from './words.ts'

type Known = Extract<ConcernData, { kind: 'known' }>

export const page = definePage<ConcernData>({
  Component: ConcernPage,
  meta: (data) => ({ title: data.kind === 'known' ? `Report ${data.reference}` : 'Report not found' }),
})

function ConcernPage({ data }: { data: ConcernData }) {
  return <Section narrow>{data.kind === 'known' ? <Status data={data} /> : <Unknown />}</Section>
}

function Unknown() {
  const { complianceEmail } = useBrand()
  return (
    <>
      <PageHeading lead="There is no report at this link. Part of the link may be missing, or the report was deleted at the end of its retention period.">
        Report not found
      </PageHeading>
      <p className="mt-6">
        If you have the case number, email <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>. Or{' '}
        <a href={href('concerns')}>report a concern</a>.
      </p>
    </>
  )
}

function Status({ data }: { data: Known }) {
  const { reference, state, inDanger, isNew, isAdded } = data
  const { label, tone, text, next } = concernStates[state]
  return (
    <>
      {inDanger && !isSettled(state) && (
        <Notice tone="danger" title="You said that someone is in danger" className="mb-6">
          <p>{callFirst}</p>
        </Notice>
      )}
      <PageHeading eyebrow="Your report">
        <span className="figures">{reference}</span>
      </PageHeading>
      {isNew && <Received data={data} />}
      {isAdded && <Notice tone="success" live="status" title="Your message was added to the case" className="mt-6" />}
      <DescriptionList
        className="mt-8"
        items={[
          { term: 'Status', details: <Badge tone={tone}>{label}</Badge> },
          { term: 'About', details: subjectLabel(data.about) },
          {
            term: 'Entry in the register',
            details: data.entry && <a href={href('event', { slug: data.entry.slug })}>{data.entry.title}</a>,
          },
          { term: 'Received', details: londonDateOf(data.receivedAt) },
          { term: 'Ended', details: data.settledAt && londonDateOf(data.settledAt) },
          { term: 'You added', details: data.messages.map(londonDateOf).join(', ') },
        ]}
      />
      <p className="mt-6">{text}</p>
      {data.outcome && <p className="mt-3 whitespace-pre-line break-words">{data.outcome}</p>}
      <h2 className="mt-8 text-xl">What happens next</h2>
      {state === 'received' && <p className="mt-2">{promiseWords(data.promisedAt)}</p>}
      <p className="mt-2">{next}</p>
      {!isSettled(state) && <MessageForm data={data} />}
    </>
  )
}

function Received({ data: { reference, hasEmail } }: { data: Known }) {
  return (
    <Notice tone="success" live="status" title="We have your report" className="mt-6">
      <p>
        The case number is <strong className="figures">{reference}</strong>.{' '}
        {hasEmail
          ? 'We will email it to you, with a link to this page.'
          : 'Save the address of this page, for example as a bookmark. You did not give an email address, so this is the only way back to your case.'}
      </p>
    </Notice>
  )
}

function MessageForm({ data: { token, form } }: { data: Known }) {
  const error = problemOf(form.problems, 'message')
  return (
    <form method="post" action={href('concern', { token })} noValidate className="mt-8 flex flex-col gap-4">
      <h2 className="text-xl">Add something</h2>
      {form.notice && (
        <Notice tone="danger" live="alert" title="Your message was not sent">
          <p>{form.notice}</p>
        </Notice>
      )}
      <ErrorSummary problems={error ? [{ field: 'message', message: error }] : []} />
      <TextArea
        name="message"
        label="Your message"
        hint="We will read it with your report. It is not shown on this page."
        rows={5}
        maxLength={concernLimits.message}
        defaultValue={form.typed.message ?? ''}
        error={error}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Add message
      </Button>
    </form>
  )
}
