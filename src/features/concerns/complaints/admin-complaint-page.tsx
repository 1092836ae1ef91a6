import { adminHref } from '#admin-pages.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { complaintLimits, complaintSubjects } from './rules.ts'
import type { AdminComplaintData } from './state.ts'

export const page = definePage<AdminComplaintData>({
  Component: AdminComplaintPage,
  meta: ({ reference }) => ({ title: `Complaint ${reference}` }),
})

const findings = [
  { value: 'upheld', label: 'Upheld in whole or in part' },
  { value: 'not-upheld', label: 'Not upheld' },
]

function AdminComplaintPage({ data }: { data: AdminComplaintData }) {
  const { typed, problems } = data.form
  const { reference, name, email, phone, about, concerns, message, receivedAt, closed, notice } = data
  return (
    <>
      <p className="mb-4">
        <a href={adminHref('adminComplaints')}>All complaints</a>
      </p>
      <PageHeading eyebrow="Complaint">
        <span className="figures">{reference}</span>
      </PageHeading>
      {notice === 'closed' && (
        <Notice tone="success" live="status" title="Closed, and the answer is being sent" className="mt-6" />
      )}
      {notice === 'closed-already' && (
        <Notice tone="warning" live="alert" title="Someone has already closed it" className="mt-6">
          <p>Your answer was not sent.</p>
        </Notice>
      )}
      <div className="mt-8 max-w-3xl">
        <DescriptionList
          items={[
            { term: 'Received', details: <AdminTime at={receivedAt} /> },
            { term: 'About', details: complaintSubjects.find(({ value }) => value === about)?.label },
            ...(concerns ? [{ term: 'Concerns', details: concerns }] : []),
            { term: 'From', details: name },
            { term: 'Email', details: <a href={`mailto:${email}`}>{email}</a> },
            ...(phone ? [{ term: 'Phone', details: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> }] : []),
          ]}
        />
      </div>
      <h2 className="mt-10">What happened</h2>
      <p className="mt-3 max-w-prose whitespace-pre-line break-words">{message}</p>
      {closed ? (
        <>
          <h2 className="mt-10">Our answer</h2>
          {closed.isUpheld !== null && <p className="mt-3 font-semibold">{findings[closed.isUpheld ? 0 : 1]!.label}</p>}
          <p className="mt-3 max-w-prose whitespace-pre-line break-words">{closed.outcome}</p>
          <p className="mt-3 text-muted">
            {closed.by}, <AdminTime at={closed.at} />
          </p>
        </>
      ) : (
        <form
          method="post"
          action={adminHref('adminComplaint', { id: data.id })}
          noValidate
          className="mt-10 flex flex-col gap-4 max-w-form"
        >
          <h2>Answer and close</h2>
          <RadioGroup
            name="finding"
            label="The complaint was"
            hint="It counts in our public figures."
            choices={findings}
            defaultValue={typed.finding}
            error={problemOf(problems, 'finding')}
          />
          <TextArea
            name="outcome"
            label="What we found and what we will do"
            hint="We email this text to the person as you write it."
            rows={8}
            maxLength={complaintLimits.outcome}
            defaultValue={typed.outcome}
            error={problemOf(problems, 'outcome')}
          />
          <Button type="submit" className="self-start">
            Send the answer and close
          </Button>
        </form>
      )}
    </>
  )
}
