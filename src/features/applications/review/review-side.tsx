import { adminHref } from '#admin-pages.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { statusWords } from '#domain/assurance.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Select } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { reviewFields } from './form.ts'
import { ReviewText } from './review-text.tsx'
import { questionDays } from './rules.ts'
import type { ReviewData } from './server.ts'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

type DataProps = { data: ReviewData }
type SectionProps = DataProps & { form: ReviewForm }

export function Assignment({ data: { application, assignedName, reviewers, typed }, form }: SectionProps) {
  const isGone = application.assignedTo !== null && reviewers.every(({ id }) => id !== application.assignedTo)
  return (
    <TitledSection id="assignment" title="Looked after by" heading="mb-3 text-xl">
      {isGone && <p className="mb-3">{`${assignedName}, who no longer reviews applications.`}</p>}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          key={application.assignedTo}
          form={reviewFormId}
          name="person"
          label={reviewFields.person.label}
          labelHidden
          placeholder="Nobody"
          defaultValue={typed.person ?? application.assignedTo ?? ''}
          options={reviewers.map(({ id, name }) => ({ value: id, label: name }))}
          error={form.problem('person')}
          fieldClassName="grow"
        />
        <Button {...form.button('assign')} variant="quiet">
          Hand over
        </Button>
      </div>
    </TitledSection>
  )
}

/** Only while nothing is decided. */
export function AskForMore({ data: { application, email }, form }: SectionProps) {
  if (application.status !== 'submitted') return null
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">Ask for more</h2>
      <ReviewText
        form={form}
        name="question"
        hint={`We email it to ${email} with a link for one answer within ${questionDays} days. The answer is kept in the history.`}
      />
      <Button {...form.button('ask')} variant="quiet" className="self-start">
        Send question
      </Button>
    </Card>
  )
}

/** With what the applicant has shown interest in. */
export function BookedCall({ data: { crmOptions, call } }: DataProps) {
  const levels = call?.levels ?? crmOptions
  const names = recognitionLevels.filter(({ id }) => levels.includes(id)).map(({ name }) => name)
  return (
    <TitledSection id="call" title="Assessment call" heading="mb-3 text-xl">
      {call ? (
        <DescriptionList
          items={[
            { term: 'Booked for', details: `${longDay(call.day)}, ${call.time}` },
            { term: 'Phone', details: call.phone },
            { term: 'Message', details: call.message && <p className="whitespace-pre-line">{call.message}</p> },
            { term: 'Interested in', details: names.join(', ') },
          ]}
        />
      ) : (
        <p className="text-muted">None is booked.{names.length > 0 && ` Interested in: ${names.join(', ')}.`}</p>
      )}
    </TitledSection>
  )
}

/** Earlier applications of the same organisation, company or address. */
export function Related({ data: { related } }: DataProps) {
  return (
    <TitledSection id="related" title="Other applications" heading="mb-3 text-xl">
      {related.length === 0 ? (
        <p className="text-muted">None of this organisation, company number or email address.</p>
      ) : (
        <Table
          caption="Other applications of the same organisation, company number or email address"
          captionHidden
          columns={[{ label: 'Event' }, { label: 'Same' }, { label: 'Status' }, { label: 'Submitted', numeric: true }]}
          rows={related.map((other) => ({
            key: other.id,
            cells: [
              <span key="event" className="inline-block min-w-40 [overflow-wrap:anywhere]">
                <a href={adminHref('review', { id: other.id })} className="font-semibold">
                  {other.title}
                </a>
                <span className="block text-sm text-muted">
                  {other.reference}, {other.organisationName}
                </span>
              </span>,
              [
                other.isSameOrganisation && 'organisation',
                !other.isSameOrganisation && other.isSameCompany && 'company number',
                !other.isSameOrganisation && other.isSameEmail && 'email address',
              ]
                .filter(Boolean)
                .join(', '),
              <span key="status">
                {applicationStatusLabel(other.status)}
                {other.registerStatus && (
                  <span className="block text-sm text-muted">
                    {statusWords({ ...other, status: other.registerStatus })}
                  </span>
                )}
              </span>,
              <span key="submitted" className="whitespace-nowrap">
                {londonDateOf(other.submittedAt)}
              </span>,
            ],
          }))}
        />
      )}
    </TitledSection>
  )
}
