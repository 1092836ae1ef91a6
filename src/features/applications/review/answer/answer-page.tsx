import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AnswerForm, UnsentAnswer } from '#ui/answer-form.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Section } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { answerForm } from '../form.ts'
import type { answer } from './server.ts'

type AnswerData = PageData<typeof answer>

export const page = definePage<AnswerData>(AnswerPage, (data) => headingOf(data))

const headings: Record<AnswerData['kind'], string> = {
  open: 'A question about your application',
  answered: 'Thank you for your answer',
  decided: 'This application has been decided',
  expired: 'This link has expired',
  unknown: 'This link does not work',
}

function headingOf(data: AnswerData): string {
  return data.kind === 'answered' && data.unsent ? 'This question has been answered' : headings[data.kind]
}

const texts = {
  decided: 'You no longer need to answer. We have written to you about the decision.',
  expired: 'It worked for 30 days.',
  unknown: 'Part of the link may be missing. Copy the whole link from the email.',
}

function AnswerPage({ data }: { data: AnswerData }) {
  const brand = useBrand()
  return (
    <Section narrow>
      {data.kind === 'open' ? (
        <OpenQuestion data={data} />
      ) : (
        <>
          <PageHeading lead={data.kind === 'answered' ? answeredLead(data) : texts[data.kind]} />
          {data.kind !== 'unknown' && data.unsent && (
            <UnsentAnswer {...data.unsent} reason={refusals[data.kind]} email={brand.complianceEmail} />
          )}
          <p className="mt-6">
            Anything else? Write to <a href={`mailto:${brand.complianceEmail}`}>{brand.complianceEmail}</a>.
          </p>
        </>
      )}
    </Section>
  )
}

function answeredLead({ reference, title, unsent }: Extract<AnswerData, { kind: 'answered' }>): string {
  const whose = unsent ? 'Someone else in your organisation has already answered. Their answer' : 'Your answer'
  return `${whose} is now part of your application ${reference} for ${title}. We will continue the review and write to you.`
}

const refusals = {
  answered: 'Your answer was not sent: this question has been answered already',
  expired: 'Your answer was not sent: this link has expired',
  decided: 'Your answer was not sent: this application has been decided',
}

function OpenQuestion({ data }: { data: Extract<AnswerData, { kind: 'open' }> }) {
  const { token, reference, title, question, answer, problem } = data
  return (
    <>
      <PageHeading lead={`Application ${reference} for ${title}`} />
      <div className="mt-8 flex flex-col gap-6">
        <ErrorSummary problems={problem ? [{ field: 'answer', message: problem }] : []} />
        <blockquote className="pl-4 border-l-3 border-gold whitespace-pre-line break-words">{question}</blockquote>
        <AnswerForm
          {...{ answer, problem }}
          action={href('answer', { token })}
          hint="You can answer once. You can upload documents under “My applications”."
          maxLength={answerForm.fields.answer.max}
        />
      </div>
    </>
  )
}
