import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type RecognitionLevelId, recognitionLevels } from '#domain/recognition-levels.ts'
import { situations } from '#domain/situations.ts'
import type { ShownApplication } from '#features/applications/rules.ts'
import {
  keepChosenLevels,
  keepSentApplication,
  readChosenLevels,
  readSentApplication,
} from '#features/applications/state.ts'
import { BookingDialog } from '#features/assessments/booking-dialog.tsx'
import { PackageChoice } from '#features/assessments/packages/package-choice.tsx'
import { bookingPath } from '#features/assessments/rules.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Price } from '#ui/price.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { ApplicationStatus, AssessmentCall, Journey, RecognisedAndDue } from './journey.tsx'
import type { applicationApproved } from './server.ts'

type Data = PageData<typeof applicationApproved>
type ShownCall = { application: ShownApplication; call: Data['call'] }
type Offers = Pick<Data, 'badges' | 'hasPackages'>

const levelTexts: Record<RecognitionLevelId, string> = {
  listed: 'Your event in the public register, found by name, place and date.',
  verified: 'The listing, with the verification badge and a certificate.',
  gold: 'The highest level: an in-depth assessment, with the Gold award for your venue.',
  marketing: 'A landing page and a series of emails to help turn interest into bookings.',
  traffic: 'Managed advertising that brings visitors to your event’s page every month.',
}

function PreApprovedPage({ data }: { data: Data }) {
  const { application, call } = useShownApplication(data)
  return (
    <Container className="py-10 lg:py-14">
      {application === null ? (
        <NoApplication />
      ) : application && isEnded(application) ? (
        <Ended application={application} call={call} />
      ) : (
        <Recognition application={application} call={call} badges={data.badges} hasPackages={data.hasPackages} />
      )}
    </Container>
  )
}

/** @param application undefined until the browser has been asked which one it has sent. */
function Recognition({
  application,
  ...rest
}: Offers & { application: ShownApplication | undefined; call: Data['call'] }) {
  return (
    <>
      <PageHeading
        eyebrow={application && `Application ${application.reference}`}
        lead={application?.title}
        className={application ? undefined : 'needs-script'}
      >
        Choose Your Recognition
      </PageHeading>
      {application ? (
        <Levels application={application} {...rest} />
      ) : (
        <>
          <Spinner label="Loading your application..." className="needs-script mt-8" />
          <noscript>
            <NoApplication />
          </noscript>
        </>
      )}
    </>
  )
}

function NoApplication() {
  return (
    <EmptyState
      level="h1"
      icon="i-file-search"
      title="No application data found. Please complete your application first."
    >
      <ButtonLink href={href('apply')}>Start Application</ButtonLink>
    </EmptyState>
  )
}

function isEnded({ state }: ShownApplication): boolean {
  return state?.situation === 'rejected' || state?.situation === 'withdrawn'
}

function endedTitle({ state }: ShownApplication): string {
  return state?.situation === 'withdrawn' ? 'Application Withdrawn' : 'Application Not Approved'
}

function Ended({ application, call }: ShownCall) {
  const brand = useBrand()
  const { reference, title } = application
  const isWithdrawn = application.state?.situation === 'withdrawn'
  const { notice } = situations[isWithdrawn ? 'withdrawn' : 'rejected']
  return (
    <>
      <PageHeading eyebrow={`Application ${reference}`} lead={title}>
        {endedTitle(application)}
      </PageHeading>
      <Journey application={application} station={1} />
      <Notice tone={notice.tone} className="mt-8" title={notice.title}>
        <p>{notice.text}</p>
        {!isWithdrawn && (
          <p className="mt-2">
            To ask for the reasons, or if we have missed something, email{' '}
            <a href={`mailto:${brand.complianceEmail}?subject=${encodeURIComponent(reference)}`}>
              {brand.complianceEmail}
            </a>{' '}
            and quote {reference}. You can apply again.
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink href={href('apply')}>Apply again</ButtonLink>
          {!isWithdrawn && (
            <>
              <ButtonLink href={href('myApplication', { appId: application.id })} variant="quiet">
                See the reason, and until when you can appeal
              </ButtonLink>
              <ButtonLink href={href('appeal', { appId: application.id })} variant="quiet">
                Appeal against this decision
              </ButtonLink>
            </>
          )}
          <ButtonLink href={href('contact')} variant="quiet">
            Contact us
          </ButtonLink>
        </div>
      </Notice>
      {call?.booked && <AssessmentCall call={call} chosen={[]} brand={brand} />}
    </>
  )
}

function Levels({ application, call, badges, hasPackages }: ShownCall & Offers) {
  const brand = useBrand()
  const [chosen, choose] = useChosenLevels(application.id)
  const [, navigate] = useLocation()
  const station = application.status !== 'approved' ? 1 : call?.booked || call?.past ? 3 : 2
  const openBooking = (event: FormEvent) => {
    event.preventDefault()
    navigate(bookingPath(application.id, chosen, null))
  }
  return (
    <>
      <Journey application={application} station={station} hasChosen={call?.hasChosen ?? false} />
      <ApplicationStatus application={application} brand={brand} />
      {application.isAddressConfirmed === false && (
        <Notice tone="warning" className="mt-6" title="Confirm your email address">
          <p>
            We have emailed you a link. Open it and press the button. Until you do, nothing is published.{' '}
            <a href={href('myApplication', { appId: application.id })}>Ask for another email</a>
          </p>
        </Notice>
      )}
      <RecognisedAndDue application={application} brand={brand} />
      <form method="get" action={`${href('preApproved')}#call`} onSubmit={openBooking} aria-labelledby="later">
        <h2 id="later" className="mt-12 pt-8 border-t border-border">
          Levels, for your assessment call: choosing one is not an order
        </h2>
        <input type="hidden" name="application_id" value={application.id} />
        <input type="hidden" name="book" value="1" />
        <fieldset className="mt-4">
          <legend className="font-serif text-xl">Recognition levels</legend>
          <p className="mt-2 max-w-prose text-muted">
            Choose what interests you, and talk about it on the call. These are the prices of our published levels, and
            not of what is sold above. How far we have checked an event is never sold.
          </p>
          <div className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {recognitionLevels.map(({ id, name, pence, term }) => (
              <label
                key={id}
                className={classNames(
                  'flex gap-4 items-start p-5 border rounded bg-surface-raised cursor-pointer hover:border-text',
                  chosen.includes(id) ? 'border-action shadow' : 'border-border',
                )}
              >
                <input
                  type="checkbox"
                  className="choice mt-1"
                  id={`level-${id}`}
                  name="level"
                  value={id}
                  checked={chosen.includes(id)}
                  onChange={(event) => choose(id, event.target.checked)}
                />
                <span className="min-w-0">
                  <span className="flex flex-wrap gap-x-3 gap-y-1 items-center">
                    <strong className="text-lg leading-snug">{name}</strong>
                    {id === 'listed' &&
                      badges.map(({ value }) => (
                        <Badge key={value} tone="gold">
                          {value}
                        </Badge>
                      ))}
                  </span>
                  <span className="block mt-1 text-lg font-serif">
                    {pence === 0 ? 'FREE' : <Price pence={pence} per={term ?? undefined} />}
                  </span>
                  <span className="block mt-2 text-sm text-muted">{levelTexts[id]}</span>
                </span>
              </label>
            ))}
          </div>
          <SampleNote claims={badges} className="mt-3">
            an invented badge
          </SampleNote>
        </fieldset>
        <AssessmentCall call={call} chosen={chosen} brand={brand} />
      </form>
      {hasPackages && <PackageChoice />}
      {call?.booking && <BookingDialog applicationId={application.id} booking={call.booking} />}
    </>
  )
}

const unknown = { status: null, state: null, slug: null, level: null, isAddressConfirmed: null }

/** The application of the answer, else the one that this browser sent last: undefined until it has been asked, null when there is none. */
function useShownApplication(answered: Data): { call: Data['call']; application: Data['application'] | undefined } {
  const [found, setFound] = useState<Pick<Data, 'application' | 'call'>>()
  useEffect(() => {
    if (answered.application) return
    const sent = readSentApplication()
    if (!sent) return setFound(answered)
    let left = false
    void askServer(sent.id).then((data) => {
      if (left) return
      if (data?.application === null) keepSentApplication(null)
      const { id, reference, title } = sent
      setFound(data ?? { application: { ...unknown, id, reference, title }, call: null })
    })
    return () => {
      left = true
    }
  }, [answered])
  return answered.application ? answered : (found ?? { application: undefined, call: null })
}

/** This page's own data; null without a connection. */
async function askServer(id: string): Promise<Data | null> {
  try {
    const response = await fetch(href('preApproved', { application_id: id }), {
      headers: { accept: 'application/json' },
    })
    return response.ok ? ((await response.json()) as { data: Data }).data : null
  } catch {
    return null
  }
}

/** Empty until the browser has been asked. */
function useChosenLevels(applicationId: string): [string[], (id: string, isChosen: boolean) => void] {
  const [chosen, setChosen] = useState<string[]>([])
  useEffect(() => setChosen(readChosenLevels(applicationId)), [applicationId])
  return [
    chosen,
    (id, isChosen) => {
      const next = isChosen ? [...chosen, id] : chosen.filter((other) => other !== id)
      setChosen(next)
      keepChosenLevels(applicationId, next)
    },
  ]
}

export const page = definePage<Data>(PreApprovedPage, ({ application }) =>
  application && isEnded(application) ? endedTitle(application) : 'Choose Your Recognition',
)
