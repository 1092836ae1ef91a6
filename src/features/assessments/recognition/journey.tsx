import type { Brand } from '#brand.ts'
import { type ApplicationState, stateBadge } from '#domain/application-state.ts'
import { products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import { isWithheld } from '#domain/register-status.ts'
import { situations } from '#domain/situations.ts'
import type { ShownApplication } from '#features/applications/rules.ts'
import { type CallData, levelNames, slotWords, toasts } from '#features/assessments/rules.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Steps } from '#ui/progress-bar.tsx'

const journey = ['Application', 'Pre-Approval', 'Choose Recognition', 'Assessment']

export function Journey({ application, station }: { application: ShownApplication; station: number }) {
  const { status, state } = application
  const shown = status && stateBadge(status, state)
  return (
    <>
      {shown && (
        <p className="mt-4 flex items-center gap-3">
          Status <Badge tone={shown.tone}>{shown.label}</Badge>
        </p>
      )}
      <div className="mt-8">
        <Steps label="Your way to recognition" steps={journey} current={station} />
      </div>
    </>
  )
}

export function ApplicationStatus({ application, brand }: { application: ShownApplication; brand: Brand }) {
  const { state } = application
  if (state === null) {
    return (
      <Notice tone="warning" className="mt-8" title="We could not find the status of your application">
        <p>Please reload this page in a moment.</p>
      </Notice>
    )
  }
  const { notice, mailbox } = situations[state.situation]
  return (
    <Notice tone={notice.tone} className="mt-8" title={notice.title}>
      <p>
        {notice.text}
        {mailbox && (
          <>
            {' '}
            <a href={`mailto:${brand.email}`}>{brand.email}</a>.
          </>
        )}
      </p>
      <Ways application={application} state={state} />
    </Notice>
  )
}

function Ways({ application: { id, slug }, state }: { application: ShownApplication; state: ApplicationState }) {
  const { situation } = state
  const { next } = situations[situation]
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {!state.listing && next.to === 'order' && (
        <ButtonLink href={href('funnelSuccess', { appId: id })}>
          {situation === 'active' ? next.label : 'Orders and billing'}
        </ButtonLink>
      )}
      {slug && situation === 'active' && (
        <ButtonLink href={href('event', { slug })} variant="quiet">
          See your listing
        </ButtonLink>
      )}
      {isWithheld(state.registerStatus) && (
        <ButtonLink href={href('appeal', { appId: id })} variant="quiet">
          Appeal against this decision
        </ButtonLink>
      )}
      {situation !== 'revoked' && (
        <ButtonLink href={href('evidence', { appId: id })} variant={situation === 'submitted' ? 'action' : 'quiet'}>
          Send your documents
        </ButtonLink>
      )}
      <ButtonLink href={href('myApplication', { appId: id })} variant="quiet">
        Steps and dates
      </ButtonLink>
    </div>
  )
}

export function RecognisedAndDue({ application, brand }: { application: ShownApplication; brand: Brand }) {
  const { id, title, state } = application
  if (!state || state.notSold === 'suspended' || state.notSold === 'revoked') return null
  const { situation, listing } = state
  const isApproved = application.status === 'approved'
  return (
    <>
      {isApproved && (
        <TitledSection id="recognised" title="What is recognised" className="mt-10 max-w-prose">
          <p className="mt-3">
            {title}, as you applied for it, and no other event. The approval means that it may be listed in the
            register. The register says beside each event how far it has been checked.
          </p>
        </TitledSection>
      )}
      <TitledSection id="due" title="What it costs now" className="mt-10 max-w-prose">
        {listing ? (
          <>
            <p className="mt-3">
              The annual listing costs <strong>{pounds(products.listing.pence)} a year</strong>, and nothing else has to
              be paid. It renews every year until you cancel. {brand.vat}
            </p>
            <p className="mt-4">
              <ButtonLink href={href('listingCheckout', { appId: id })}>
                {listing === 'publish' ? 'Continue to your listing' : 'Renew the listing'}
              </ButtonLink>
            </p>
          </>
        ) : (
          <p className="mt-3">{situation === 'submitted' ? nothingYet : nothingMore}</p>
        )}
      </TitledSection>
    </>
  )
}

const nothingYet = `Nothing. If your application is approved, the annual listing costs ${pounds(products.listing.pence)} a year.`
const nothingMore = 'Nothing at present. The page of your order says what was paid.'

export function AssessmentCall({ call, chosen, brand }: { call: CallData | null; chosen: string[]; brand: Brand }) {
  const { booked = null, past = null } = call ?? {}
  const names = levelNames(chosen)
  return (
    <TitledSection
      id="call"
      title={`Your ${assessmentCallMinutes}-minute assessment call`}
      className="mt-12 pt-8 border-t border-border max-w-prose"
      heading="scroll-mt-6"
    >
      {booked ? (
        <Notice tone="success" className="mt-5" title={toasts.booked.title}>
          <p className="figures">{slotWords(booked)} (UK time).</p>
          <p>{toasts.booked.description}</p>
          <p className="mt-3">
            <ButtonLink variant="quiet" href={booked.manage}>
              Move or cancel the call
            </ButtonLink>
          </p>
        </Notice>
      ) : (
        <>
          {past && <p className="mt-3">Your call was on {slotWords(past)} (UK time). You can book another one.</p>}
          <p className="mt-3">
            An assessor goes through your application with you and answers your questions. Choose a time online, or call{' '}
            <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>: {brand.officeHours}.
          </p>
          <p className="mt-2 needs-script" aria-live="polite">
            {names ? `You have chosen: ${names}.` : 'You have chosen no level yet.'}
          </p>
          <p className="mt-5">
            <Button type="submit" id="open-booking">
              {past ? 'Book another call' : 'Book your assessment call'}
            </Button>
          </p>
        </>
      )}
    </TitledSection>
  )
}
