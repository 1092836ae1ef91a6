import { adminHref } from '#admin-pages.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { statusWords } from '#domain/assurance.ts'
import { causeWords, type SuppressedAddress } from '#domain/bounces.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DeferredSection } from '#ui/deferred-section.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Table } from '#ui/table.tsx'
import { shownEvent, shownOrganisation } from '../shown-facts.tsx'
import { reviewFields } from './form.ts'
import { companyCheckWords, questionDays } from './rules.ts'
import type { ReviewData } from './server.ts'
import { type ReviewForm, ReviewText, reviewFormId } from './use-review-form.tsx'

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
          items={{
            'Booked for': `${longDay(call.day)}, ${call.time}`,
            Phone: call.phone,
            Message: call.message && <p className="whitespace-pre-line">{call.message}</p>,
            'Interested in': names.join(', '),
          }}
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
          columns={['Event', 'Same', 'Status', { label: 'Submitted', numeric: true }]}
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

export function OrganisationFacts({ data, form }: { data: ReviewData; form: ReviewForm }) {
  const { organisation, companyCheck: check } = data
  return (
    <TitledSection id="organisation" title="Organisation" heading="mb-3 text-xl">
      <DescriptionList items={shownOrganisation(organisation)} />
      <MailDoesNotArrive suppressed={data.suppressed} />
      {organisation.contactName !== 'Erased' && <AddressForm data={data} form={form} />}
      <Notice tone={check.state === 'confirmed' ? 'success' : 'warning'} title="Company registry" className="mt-4">
        <p>{companyCheckWords(check)}</p>
        {check.state !== 'not-asked' && check.state !== 'unavailable' && (
          <p className="text-sm text-muted">Asked on {londonDateOf(check.checkedAt)}.</p>
        )}
        <DeferredSection
          data={data}
          name="registry"
          skeleton={<Spinner className="mt-2" label="Checking the register again…" />}
        >
          {(now) =>
            now && (
              <p className="mt-2">
                Checked again:{' '}
                {now.state === 'unavailable' ? 'We cannot reach the register at the moment.' : companyCheckWords(now)}
              </p>
            )
          }
        </DeferredSection>
      </Notice>
    </TitledSection>
  )
}

export function EventFacts({ data: { eventDraft, couponCode } }: { data: ReviewData }) {
  return (
    <TitledSection id="event" title="Event" heading="mb-3 text-xl">
      <DescriptionList items={[...shownEvent(eventDraft), { term: 'Coupon', details: couponCode }]} />
    </TitledSection>
  )
}

function AddressForm({ data: { email, typed }, form }: { data: ReviewData; form: ReviewForm }) {
  const isHeld = Boolean(typed.email || typed.why || form.problem('email') || form.problem('why'))
  return (
    <Disclosure key={email} summary="Correct the email address" open={isHeld || undefined} className="mt-4">
      <div className="flex flex-col gap-4">
        <p>
          The new address is used for everything of this organisation. We email the new address to confirm it. If the
          old address was confirmed, we tell it too. Unused links that we emailed to the old address stop working.
        </p>
        <input type="hidden" form={reviewFormId} name="seen" value={email} />
        <TextInput
          {...form.field('email')}
          label={reviewFields.email.label}
          inputMode="email"
          autoComplete="off"
          maxLength={reviewFields.email.max}
        />
        <ReviewText form={form} name="why" />
        <Button {...form.button('address')} variant="quiet" className="self-start">
          Correct the address
        </Button>
      </div>
    </Disclosure>
  )
}

function MailDoesNotArrive({ suppressed }: { suppressed: SuppressedAddress | null }) {
  if (!suppressed) return null
  const { email, cause, reason, since } = suppressed
  return (
    <Notice tone="warning" title="Our emails do not arrive" className="mt-4">
      <p>
        Since {londonDateOf(since)} we send nothing to {email}. {causeWords[cause]} {reason}
      </p>
      <p className="mt-2">
        Ask by telephone for another address. If this one is right, an owner can have emails sent to it again, in the
        mailbox under “Suppressed addresses”.
      </p>
    </Notice>
  )
}
