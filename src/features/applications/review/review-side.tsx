import { adminHref } from '#admin-pages.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { Table } from '#ui/table.tsx'
import { noteLimit, questionDays, questionLimit } from './rules.ts'
import type { FoundReview } from './state.ts'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

type Found = { data: FoundReview }
type Part = Found & { form: ReviewForm }

/** Who looks after the application, and the form that hands it on. */
export function Assignment({ data: { application, reviewers, typed }, form }: Part) {
  const isGone = application.assigned_to !== null && reviewers.every(({ id }) => id !== application.assigned_to)
  return (
    <section aria-labelledby="assignment">
      <h2 id="assignment" className="mb-3 text-xl">
        Looked after by
      </h2>
      {isGone && <p className="mb-3">{`${application.assigned_name}, who no longer reviews applications.`}</p>}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          key={application.assigned_to}
          form={reviewFormId}
          name="person"
          label="Person"
          labelHidden
          placeholder="Nobody"
          defaultValue={typed.person ?? application.assigned_to ?? ''}
          options={reviewers.map(({ id, name }) => ({ value: id, label: name }))}
          error={form.problem('person')}
          fieldClassName="grow"
        />
        <Button {...form.button('assign')} variant="quiet">
          Hand over
        </Button>
      </div>
    </section>
  )
}

/** A refund for cause has closed the checkout: whoever reviews applications opens it, with a reason. */
export function ClosedCheckout({ data: { application }, form }: Part) {
  if (!application.checkout_closed_at) return null
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">Checkout closed</h2>
      <p>
        Since {londonDateOf(application.checkout_closed_at)} the applicant cannot pay for this application, because a
        payment was refunded for cause.
      </p>
      <TextArea
        {...form.field('opening')}
        label="Reason for opening it again"
        hint="Only people in the admin area can see this. It is kept in the history."
        rows={3}
        maxLength={noteLimit}
      />
      <Button {...form.button('open-checkout')} variant="quiet" className="self-start">
        Open the checkout
      </Button>
    </Card>
  )
}

/** Asks the organiser, who answers by a link in a mail. Only while nothing is decided. */
export function AskForMore({ data: { application }, form }: Part) {
  if (application.status !== 'submitted') return null
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">Ask for more</h2>
      <TextArea
        {...form.field('question')}
        label="Question to the organiser"
        hint={`We email it to ${application.email} with a link for one answer within ${questionDays} days. The answer is kept in the history.`}
        rows={4}
        maxLength={questionLimit}
      />
      <Button {...form.button('ask')} variant="quiet" className="self-start">
        Send question
      </Button>
    </Card>
  )
}

/** What stays among us. */
export function NoteForm({ form }: Pick<Part, 'form'>) {
  return (
    <div className="flex flex-col gap-4">
      <TextArea
        {...form.field('note')}
        label="Note"
        hint="Only people in the admin area can see this. You cannot change a note."
        rows={3}
        maxLength={noteLimit}
      />
      <Button {...form.button('note')} variant="quiet" className="self-start">
        Add note
      </Button>
    </div>
  )
}

/** The call that is booked, and what the applicant has shown interest in. */
export function BookedCall({ data: { application, call } }: Found) {
  const levels = call?.levels ?? application.crm_options
  const names = recognitionLevels.filter(({ id }) => levels.includes(id)).map(({ name }) => name)
  return (
    <section aria-labelledby="call">
      <h2 id="call" className="mb-3 text-xl">
        Assessment call
      </h2>
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
    </section>
  )
}

/** What the same organisation, company or address has applied for before. */
export function Related({ data: { related } }: Found) {
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-3 text-xl">
        Other applications
      </h2>
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
                  {other.reference}, {other.organisation_name}
                </span>
              </span>,
              [
                other.is_same_organisation && 'organisation',
                !other.is_same_organisation && other.is_same_company && 'company number',
                !other.is_same_organisation && other.is_same_email && 'email address',
              ]
                .filter(Boolean)
                .join(', '),
              <span key="status">
                {applicationStatusLabel(other.status)}
                {other.register_status && (
                  <span className="block text-sm text-muted">
                    {registerStatuses[other.register_status as RegisterStatus]?.label ?? other.register_status}
                  </span>
                )}
              </span>,
              <span key="submitted" className="whitespace-nowrap">
                {londonDateOf(other.submitted_at)}
              </span>,
            ],
          }))}
        />
      )}
    </section>
  )
}
