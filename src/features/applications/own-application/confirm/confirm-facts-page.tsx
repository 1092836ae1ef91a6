import { londonDateOf, longDay } from '#domain/london-time.ts'
import { unconfirmedWords } from '#features/payments/rules.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form } from '#ui/form.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { ComplianceLink, OnlyTheApplicant } from '../only-the-applicant.tsx'
import { factsForm } from './form.ts'
import type { confirmFacts } from './server.ts'

type Data = PageData<typeof confirmFacts>
type FormData = Extract<Data, { kind: 'form' }>

export const page = definePage<Data>(ConfirmFactsPage, (data) =>
  data.kind === 'form' ? titleOf(data) : 'Your application',
)

const titleOf = ({ dueAt }: FormData) => (dueAt ? 'Confirm the facts' : 'The next edition')

function ConfirmFactsPage({ data }: { data: Data }) {
  return (
    <Section narrow>
      {data.kind === 'not-yours' ? (
        <OnlyTheApplicant appId={data.appId} />
      ) : data.kind === 'closed' ? (
        <Closed data={data} />
      ) : (
        <Facts data={data} />
      )}
    </Section>
  )
}

function Closed({ data: { appId, reference } }: { data: Extract<Data, { kind: 'closed' }> }) {
  return (
    <>
      <PageHeading eyebrow={`Application ${reference}`}>There is nothing to confirm</PageHeading>
      <p className="mt-6">Facts are confirmed while the entry is in the register and its listing is paid.</p>
      <ButtonLink href={href('myApplication', { appId })} className="mt-6">
        Go to your entry
      </ButtonLink>
    </>
  )
}

function Facts({ data }: { data: FormData }) {
  const { appId, reference, title, eventDay, isOver, renewsOn, dueAt, organisation, wantsDocuments } = data
  return (
    <>
      <PageHeading
        eyebrow={`${title}, application ${reference}`}
        lead={
          dueAt
            ? `The listing renews on ${londonDateOf(renewsOn)}. Check what we have, change what is different, and press the button by ${londonDateOf(dueAt)}.`
            : 'The same entry, with a new date. A reviewer accepts it, and the event is assessed again for that date.'
        }
      >
        {titleOf(data)}
      </PageHeading>
      <NotSent title="Nothing was saved" notice={data.failure} className="mt-6" />
      <DescriptionList
        className="mt-6"
        items={{
          [isOver ? 'Last edition' : 'Event']: eventDay ? longDay(eventDay) : 'Date to be confirmed',
          Organisation: organisation.name,
          'Company number': organisation.companyNo,
          Email: organisation.email,
        }}
      />
      <p className="mt-4 text-sm text-muted">
        {organisation.companyNo && 'We ask the company registry again when you press the button. '}If the name or the
        email address is different, write to <ComplianceLink reference={reference} />.
      </p>
      {wantsDocuments && (
        <Notice tone="warning" className="mt-6" title="Documents are missing or have expired">
          <p>
            <a href={href('evidence', { appId })}>Send your documents</a>, so that the entry keeps its level.
          </p>
        </Notice>
      )}
      {dueAt && <p className="mt-6">{unconfirmedWords(data.otherwise)}</p>}
      {!isOver && (
        <p className="mt-6">The event is still to come. After it, you can enter its next edition on this page.</p>
      )}
      <div className="mt-6">
        <Form
          of={factsForm}
          command="confirm"
          button={dueAt ? 'Confirm the facts' : 'Enter the next edition'}
          values={data.values}
          without={isOver ? [] : ['nextDay']}
        />
      </div>
    </>
  )
}
