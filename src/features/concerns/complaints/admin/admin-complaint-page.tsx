import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { complaintSubjects } from '../rules.ts'
import { answerForm, findings } from './form.ts'
import type { adminComplaint } from './server.ts'

type Data = PageData<typeof adminComplaint>

export const page = definePage<Data>(AdminComplaintPage, ({ reference }) => `Complaint ${reference}`)

function AdminComplaintPage({ data }: { data: Data }) {
  const { reference, email, phone, concerns, closedAt, isUpheld } = data
  return (
    <>
      <p className="mb-4">
        <a href={adminHref('adminComplaints')}>All complaints</a>
      </p>
      <PageHeading eyebrow="Complaint">
        <span className="figures">{reference}</span>
      </PageHeading>
      <Outcome />
      <div className="mt-8 max-w-3xl">
        <DescriptionList
          items={{
            Received: <AdminTime at={data.receivedAt} />,
            About: complaintSubjects[data.about],
            ...(concerns ? { Concerns: concerns } : {}),
            From: data.name,
            Email: <a href={`mailto:${email}`}>{email}</a>,
            ...(phone ? { Phone: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> } : {}),
          }}
        />
      </div>
      <h2 className="mt-10">What happened</h2>
      <p className="mt-3 max-w-prose whitespace-pre-line break-words">{data.message}</p>
      {closedAt ? (
        <>
          <h2 className="mt-10">Our answer</h2>
          {isUpheld !== null && <p className="mt-3 font-semibold">{findings[isUpheld ? 'upheld' : 'not-upheld']}</p>}
          <p className="mt-3 max-w-prose whitespace-pre-line break-words">{data.outcome}</p>
          <p className="mt-3 text-muted">
            {data.closedByName}, <AdminTime at={closedAt} />
          </p>
        </>
      ) : (
        <Form
          of={answerForm}
          command="close"
          button="Send the answer and close"
          choiceFields={ChoiceField}
          problemsAbove
          className="mt-10 flex flex-col gap-4"
        >
          <h2>Answer and close</h2>
        </Form>
      )}
    </>
  )
}
