import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/prose.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { complaintDays, complaintLimits, complaintSubjects } from './rules.ts'
import type { ComplaintData } from './state.ts'

const lead = 'Tell us what went wrong. Someone who was not involved will look at it and answer you.'

export const page = definePage<ComplaintData>({
  Component: ComplaintPage,
  startsWhenUsed: true,
  meta: () => ({ title: 'Make a complaint', description: lead, canonical: href('complaints') }),
})

function ComplaintPage({ data }: { data: ComplaintData }) {
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading lead={lead}>Make a complaint</PageHeading>
      {data.received ? <Received reference={data.received} /> : <ComplaintForm form={data.form} />}
    </Container>
  )
}

function Received({ reference }: { reference: string }) {
  return (
    <div className="mt-8 flex flex-col gap-6 items-start max-w-form">
      <Notice tone="success" live="status" title="We have your complaint">
        <p>
          Its reference is <strong className="figures">{reference}</strong>. We have also emailed it to you.
        </p>
      </Notice>
      <Prose>
        <p>
          We will answer within {complaintDays} working days. If it takes longer, we will tell you why and when we will
          answer.
        </p>
        <p>
          <a href={href('home')}>Back to the homepage</a>
        </p>
      </Prose>
    </div>
  )
}

/** An ordinary post: what was typed comes back with the errors, with a script or without one. */
function ComplaintForm({ form: { typed, problems, notice } }: Pick<ComplaintData, 'form'>) {
  const brand = useBrand()
  const text = (field: string) => ({
    name: field,
    defaultValue: typed[field] ?? '',
    error: problemOf(problems, field),
  })
  return (
    <form method="post" action={href('complaints')} noValidate className="mt-8 flex flex-col gap-6 max-w-form">
      {notice && (
        <Notice tone="danger" live="alert" title="Your complaint was not sent">
          <p>{notice}</p>
        </Notice>
      )}
      <ErrorSummary problems={problems} />
      <Select
        {...text('about')}
        label="What is it about?"
        placeholder="Choose one"
        options={complaintSubjects}
        required
      />
      <TextInput
        {...text('concerns')}
        label="Which event, certificate or application?"
        hint="A name, number or reference, if you have one."
        maxLength={complaintLimits.concerns}
        optional
      />
      <TextArea
        {...text('message')}
        label="What happened, and what should we do about it?"
        rows={8}
        maxLength={complaintLimits.message}
        required
      />
      <TextInput {...text('name')} label="Your name" autoComplete="name" maxLength={complaintLimits.name} required />
      <TextInput
        {...text('email')}
        label="Your email address"
        hint="We will send the reference and the answer to this address."
        type="email"
        autoComplete="email"
        maxLength={complaintLimits.email}
        required
      />
      <TextInput
        {...text('phone')}
        label="Your phone number"
        type="tel"
        autoComplete="tel"
        maxLength={complaintLimits.phone}
        optional
      />
      <HoneypotField />
      <p className="text-sm text-muted">
        We use this only to deal with your complaint. <a href={href('privacy')}>Privacy</a>
      </p>
      <Button type="submit" className="self-start">
        Send complaint
      </Button>
      <p>
        If you prefer to talk, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>.
      </p>
    </form>
  )
}
