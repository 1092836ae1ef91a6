import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { TextArea } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { replyForm } from './form.ts'
import type { concernReply } from './server.ts'

type Data = PageData<typeof concernReply>
type Open = Extract<Data, { kind: 'open' }>

const headings: Record<Data['kind'], { title: string; lead: string }> = {
  open: { title: 'Answer a concern', lead: '' },
  unknown: { title: 'Link not found', lead: 'We do not recognise this link. Part of it may be missing.' },
  answered: {
    title: 'We have your answer',
    lead: 'We have added it to the case. We will write to you when the case ends.',
  },
  expired: { title: 'This link has expired', lead: 'The time to answer with this link is over.' },
  settled: { title: 'This case has ended', lead: 'You can no longer answer with this link.' },
}

export const page = definePage<Data>(
  ({ data }) => (data.kind === 'open' ? <Question data={data} /> : <Over data={data} />),
  ({ kind }) => headings[kind].title,
)

function Over({ data }: { data: Exclude<Data, Open> }) {
  const { complianceEmail } = useBrand()
  const unsent = data.kind === 'unknown' ? null : data.unsent
  return (
    <NarrowPage {...headings[data.kind]}>
      {unsent && (
        <div className="mt-6">
          <Notice tone="danger" live="alert" title="Your answer was not sent" />
          <TextArea
            fieldClassName="mt-6"
            name="answer"
            label="What you wrote"
            hint={`Copy it into an email to ${complianceEmail}.`}
            rows={8}
            readOnly
            defaultValue={unsent}
          />
        </div>
      )}
      <p className="mt-6">
        Anything else? Write to <a href={`mailto:${complianceEmail}`}>{complianceEmail}</a>
        {data.kind !== 'unknown' && ` and quote ${data.reference}`}.
      </p>
    </NarrowPage>
  )
}

function Question({ data }: { data: Open }) {
  const { reference, title, number, question, expiresAt } = data
  return (
    <NarrowPage eyebrow={`Case ${reference}`} lead={`It concerns ${title}, entry ${number} of the register.`}>
      <p className="mt-6">
        Someone reported a concern to us. We have not decided anything. You have the right to answer before we do, until{' '}
        {londonDateOf(expiresAt)}. We do not say who reported it.
      </p>
      <h2 className="mt-8 text-xl">Our question</h2>
      <blockquote className="mt-3 pl-4 border-l-3 border-gold whitespace-pre-line break-words">{question}</blockquote>
      <Form
        of={replyForm}
        command="sendReply"
        notSent="Your answer was not sent"
        button="Send answer"
        wide
        className="mt-8 flex flex-col gap-6"
      />
    </NarrowPage>
  )
}
