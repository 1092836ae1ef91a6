import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form } from '#ui/form.tsx'
import { NarrowPage, Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { messageForm } from './form.ts'
import { callFirst, concernStates, concernSubjects, isSettled, promiseWords } from './rules.ts'
import type { concern } from './server.ts'

type Data = PageData<typeof concern>
type KnownConcern = Extract<Data, { kind: 'known' }>

export const page = definePage<Data>(
  ({ data }) => (data.kind === 'known' ? <Status data={data} /> : <Unknown />),
  (data) => (data.kind === 'known' ? `Report ${data.reference}` : 'Report not found'),
)

function Unknown() {
  const { complianceEmail } = useBrand()
  return (
    <NarrowPage
      lead="There is no report at this link. Part of the link may be missing, or the report was deleted at the end of its retention period."
      title="Report not found"
    >
      <p className="mt-6">
        If you have the case number, email <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>. Or{' '}
        <a href={href('concerns')}>report a concern</a>.
      </p>
    </NarrowPage>
  )
}

function Status({ data }: { data: KnownConcern }) {
  const { reference, state, inDanger, isNew, isAdded } = data
  const { label, tone, text, next } = concernStates[state]
  return (
    <Section narrow>
      {inDanger && !isSettled(state) && (
        <Notice tone="danger" title="You said that someone is in danger" className="mb-6" text={callFirst} />
      )}
      <PageHeading eyebrow="Your report">
        <span className="figures">{reference}</span>
      </PageHeading>
      {isNew && <Received data={data} />}
      {isAdded && <Notice tone="success" live="status" title="Your message was added to the case" className="mt-6" />}
      <DescriptionList
        className="mt-8"
        items={{
          Status: <Badge tone={tone}>{label}</Badge>,
          About: concernSubjects[data.about],
          'Entry in the register': data.entrySlug && (
            <a href={href('event', { slug: data.entrySlug })}>{data.entryTitle}</a>
          ),
          Received: londonDateOf(data.receivedAt),
          Ended: data.settledAt && londonDateOf(data.settledAt),
          'You added': data.messages.map(londonDateOf).join(', '),
        }}
      />
      <p className="mt-6">{text}</p>
      {data.outcome && <p className="mt-3 whitespace-pre-line break-words">{data.outcome}</p>}
      <h2 className="mt-8 text-xl">What happens next</h2>
      {state === 'received' && <p className="mt-2">{promiseWords(data.promisedAt)}</p>}
      <p className="mt-2">{next}</p>
      {!isSettled(state) && (
        <Form
          of={messageForm}
          command="addMessage"
          title="Add something"
          notSent="Your message was not sent"
          button="Add message"
          variant="quiet"
          wide
          className="mt-8 flex flex-col gap-4"
        />
      )}
    </Section>
  )
}

function Received({ data: { reference, hasEmail } }: { data: KnownConcern }) {
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
