import type { Brand } from '#brand.ts'
import { type ApplicationState, stateBadge } from '#domain/application-state.ts'
import { levelWords } from '#domain/assurance.ts'
import { products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import { isWithheld } from '#domain/register-status.ts'
import { situations } from '#domain/situations.ts'
import type { ShownApplication } from '#features/applications/rules.ts'
import { levelNames, slotWords, toasts } from '#features/assessments/rules.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Steps } from '#ui/progress-bar.tsx'
import { useVatWords } from '#wire/brand-context.ts'
import type { CallData } from './server.ts'

const journey = ['Application', 'Pre-Approval', 'Choose Recognition', 'Assessment']

const choosing = journey.indexOf('Choose Recognition')

type JourneyProps = { application: ShownApplication; station: number; hasChosen?: boolean }

/** @param hasChosen recognition levels, without which no step says that they were. */
export function Journey({ application, station, hasChosen = false }: JourneyProps) {
  const { status, state, level } = application
  const shown = status && stateBadge(status, state, level)
  return (
    <>
      {shown && (
        <p className="mt-4 flex items-center gap-3">
          Status <Badge tone={shown.tone}>{shown.label}</Badge>
        </p>
      )}
      <div className="mt-8">
        <Steps label="Your way to recognition" steps={journey} current={station} left={hasChosen ? [] : [choosing]} />
      </div>
    </>
  )
}

export function ApplicationStatus({ application, brand }: { application: ShownApplication; brand: Brand }) {
  const { state, level } = application
  if (state === null) {
    return (
      <Notice tone="warning" className="mt-8" title="We could not find the status of your application">
        <p>Please reload this page in a moment.</p>
      </Notice>
    )
  }
  const { notice, mailbox } = situations[state.situation]
  return (
    <Notice
      tone={notice.tone}
      className="mt-8"
      title={state.situation === 'active' && level ? `${notice.title}: ${levelWords(level)}` : notice.title}
    >
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

/** What comes next first. */
function Ways({ application: { id, slug }, state }: { application: ShownApplication; state: ApplicationState }) {
  const { situation, listing } = state
  const { next } = situations[situation]
  const home = slug ? 'Go to your entry' : 'Go to your application'
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {listing && (
        <ButtonLink href={href('listingCheckout', { appId: id })}>
          {listing === 'publish' ? 'Continue to your listing' : 'Renew the listing'}
        </ButtonLink>
      )}
      <ButtonLink href={href('myApplication', { appId: id })} variant={listing ? 'quiet' : 'action'}>
        {home}
      </ButtonLink>
      {!listing && next.to === 'order' && (
        <ButtonLink href={href('funnelSuccess', { appId: id })} variant="quiet">
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
        <ButtonLink href={href('evidence', { appId: id })} variant="quiet">
          Send your documents
        </ButtonLink>
      )}
    </div>
  )
}

export function RecognisedAndDue({ application, brand }: { application: ShownApplication; brand: Brand }) {
  const { title, state } = application
  const included = useVatWords(products.listing.pence)
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
      <TitledSection id="due" title="What is sold now" className="mt-10 max-w-prose">
        <p className="mt-3">
          {listing ? (
            <>
              The annual listing costs <strong>{pounds(products.listing.pence)} a year</strong>
              {included && ` ${included}`}, and nothing else has to be paid. It renews every year until you cancel.{' '}
              {brand.vat}
            </>
          ) : situation === 'submitted' ? (
            nothingYet
          ) : (
            nothingMore
          )}
        </p>
        <p className="mt-3 text-muted">
          Optional extras are offered once the listing is paid. None changes a decision. See{' '}
          <a href={href('prices')}>prices and terms</a>.
        </p>
      </TitledSection>
    </>
  )
}

const nothingYet = `Nothing. If your application is approved, the annual listing costs ${pounds(products.listing.pence)} a year.`
const nothingMore = 'Nothing at present. The page of your entry says what was paid.'

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
          <p>This time is kept for you. We confirm it by email, and then call the number that you gave.</p>
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
            <Button id="open-booking" variant="quiet">
              {past ? 'Book another call' : 'Book your assessment call'}
            </Button>
          </p>
        </>
      )}
    </TitledSection>
  )
}
