import { useEffect } from 'react'
import { stateBadge } from '#domain/application-state.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { isAccredited } from '#domain/register-status.ts'
import { situations } from '#domain/situations.ts'
import { OwnConditions } from '#features/assessments/evidence/own-conditions.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { Section, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { rememberApplications } from '#ui/own-applications.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { definePage } from '#wire/page.ts'
import { CancelOrRenew } from './cancel-or-renew.tsx'
import { ComplianceLink, OnlyTheApplicant } from './only-the-applicant.tsx'
import { Billing, Call, Concerns, Documents, EntryParts, Followers, Part, StepList } from './own-parts.tsx'
import { closedWords, momentWords, withdrawalLimit } from './rules.ts'
import type { myApplication } from './server.ts'

type Data = PageData<typeof myApplication>
type OwnData = Extract<Data, { kind: 'found' }>

export const page = definePage<Data>(
  ({ data }) => (
    <Section narrow>{data.kind === 'found' ? <Own data={data} /> : <OnlyTheApplicant appId={data.appId} />}</Section>
  ),
  (data) => (data.kind === 'found' ? `Application ${data.reference}` : 'Your application'),
)

const doneWords: Record<NonNullable<OwnData['done']>, string> = {
  proposed: 'We have the change that you propose. A reviewer decides on it, and we email you.',
  changed: 'Your correction has been saved. We email you what was changed.',
  withdrawn: 'Your application has been withdrawn. We email you to confirm it.',
  confirmed: 'The facts of your entry are confirmed. Thank you.',
  edition: 'We have the date of your next edition. A reviewer accepts it, and we email you.',
  company:
    'The company registry no longer confirms your company, so a reviewer looks at it. The facts are not confirmed yet.',
  'listing-ended': 'The listing does not renew. Nothing more is charged. We email you to confirm it.',
  'service-ended': 'It does not renew. Nothing more is charged. We email you to confirm it.',
  'service-cancelled': 'It is cancelled, and your money goes back to you. We email you to confirm it.',
  'listing-cancelled': 'The listing is cancelled, and your money goes back to you. We email you to confirm it.',
}

function Own({ data }: { data: OwnData }) {
  const { reference, title, organisation, status, state, steps, done, refusal, entry, next, appId } = data
  const badge = stateBadge(status, state, entry)
  const isActive = state.situation === 'active'
  const { notice } = situations[state.situation]
  const isEnded = state.situation === 'withdrawn' || state.situation === 'rejected'
  useEffect(() => rememberApplications(true), [])
  return (
    <>
      <PageHeading eyebrow={`Application ${reference}`} lead={organisation}>
        {title}
      </PageHeading>
      {!isActive && (
        <p className="mt-4 flex items-center gap-3">
          Status <Badge tone={badge.tone}>{badge.label}</Badge>
        </p>
      )}
      {done && <Notice tone="success" live="status" className="mt-6" text={doneWords[done]} />}
      {done !== 'withdrawn' && (
        <Notice tone={notice.tone} className="mt-6" title={isActive ? badge.label : notice.title}>
          <p>{refusal && state.situation === 'refused' ? afterRefusal : notice.text}</p>
          {refusal && <Refusal refusal={refusal} mayAppeal={data.mayAppeal} />}
        </Notice>
      )}
      <Unreached data={data} />
      {!isEnded && (
        <div className="mt-8">
          <OwnConditions appId={appId} conditions={data.conditions} isClosed={false} />
        </div>
      )}
      <TitledSection id="next" title="What to do next" className="mt-8" heading="text-xl">
        <p className="mt-3">{next.text}</p>
        {next.button && <NextButton button={next.button} />}
      </TitledSection>
      <Dates data={data} />
      {entry && <EntryParts entry={entry} />}
      {!isEnded && <Documents data={data} />}
      {data.orders.length > 0 && <Billing data={data} />}
      <Call data={data} />
      {entry && <Followers entry={entry} />}
      <Changes data={data} />
      {(entry || data.listing || data.monthly.length > 0 || data.cancelled.length > 0) && <CancelOrRenew data={data} />}
      {entry && <Concerns entry={entry} />}
      <Part id="steps" title="Steps">
        {entry ? (
          <Disclosure summary="What was done, and when" className="mt-4">
            <StepList steps={steps} appId={appId} />
          </Disclosure>
        ) : (
          <StepList steps={steps} appId={appId} />
        )}
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          {!isEnded && <a href={href('preApproved', { application_id: appId })}>Recognition levels and what is sold</a>}
          <a href={href('howWeCount')}>How we count these times</a>
          <a href={href('myApplications')}>All my applications</a>
        </p>
      </Part>
    </>
  )
}

function NextButton({
  button: { label, href, fields, isDownload },
}: {
  button: NonNullable<OwnData['next']['button']>
}) {
  if (fields) return <PostButton action={href} fields={fields} label={label} variant="action" className="mt-4" />
  return (
    <p className="mt-4">
      <ButtonLink href={href} download={isDownload && ''}>
        {label}
      </ButtonLink>
    </p>
  )
}

function Dates({ data: { dates, entry, call } }: { data: OwnData }) {
  const day = (at: string | null) => at && londonDateOf(at)
  const level = entry && isAccredited(entry.status) && entry.assuredOn
  return (
    <TitledSection id="dates" title="Dates" className="mt-8" heading="text-xl">
      <DescriptionList
        className="mt-3"
        items={{
          Event: dates.eventDay ? longDay(dates.eventDay) : 'Date to be confirmed',
          'Application sent': day(dates.submittedAt),
          Approved: day(dates.approvedAt),
          Published: day(dates.publishedAt),
          'Last checked': level && londonDateOf(level),
          'Entry valid until': day(dates.validUntil),
          'Assessment call': call && !call.isOver && `${longDay(call.day)} at ${call.time}`,
        }}
      />
    </TitledSection>
  )
}

/** The reasons and the way to appeal follow it. */
const afterRefusal = 'Nothing more is sold for this application. It cannot be approved unless an appeal is upheld.'

type RefusalProps = {
  refusal: NonNullable<OwnData['refusal']>
  mayAppeal: boolean
}

function Refusal({ refusal: { reason, unmet, appealUntil }, mayAppeal }: RefusalProps) {
  return (
    <>
      {reason && <p className="mt-2 whitespace-pre-line">Reason: {reason}</p>}
      {unmet.length > 0 && (
        <>
          <p className="mt-2">These criteria are not met:</p>
          <ul className="pl-5 list-disc">
            {unmet.map(({ name, reason }) => (
              <li key={name} className="break-words">
                {name}
                {reason && `: ${reason}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {!mayAppeal && <p className="mt-2">The time to appeal ended on {londonDateOf(appealUntil)}.</p>}
    </>
  )
}

/** No email can say that our emails do not arrive. */
function Unreached({ data: { appId, reference, unreached } }: { data: OwnData }) {
  if (!unreached) return null
  const { cause, address, mayCorrect } = unreached
  return (
    <Notice tone="warning" title="Our emails do not reach you" className="mt-6">
      <p>
        {cause === 'complaint'
          ? `An email from us to ${address} was reported as spam, so we do not write to this address any more. `
          : `Our emails to ${address} come back, so we do not write to this address any more. `}
        {mayCorrect ? (
          <>
            <a href={href('changeApplication', { appId })}>Correct the application</a> to give us another one.
          </>
        ) : (
          <>
            Write to <ComplianceLink reference={reference} /> from another one and quote {reference}.
          </>
        )}
      </p>
    </Notice>
  )
}

function Changes({ data }: { data: OwnData }) {
  const { appId, reference, changes, closed, way, withdrawal } = data
  return (
    <Part id="changes" title="Change or withdraw">
      {changes.length > 0 && (
        <ul className="mt-4">
          {changes.map(({ at, lines }) => (
            <li key={at} className="mb-4">
              <p className="font-semibold">Corrected on {momentWords(at)}</p>
              {lines.split('\n').map((line) => (
                <p key={line} className="break-words">
                  {line}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {data.proposal && <Proposal proposal={data.proposal} />}
      {(way === 'event' || way === 'proposal') && (
        <>
          <p className="mt-4">
            {way === 'event'
              ? 'If your event changes, correct the application before you pay. A change of what we approved is decided again.'
              : 'If your event changes, propose the change. A reviewer accepts or refuses it. The old facts stay until then, and what you paid stays paid.'}
          </p>
          <p className="mt-4">
            <ButtonLink variant="quiet" href={href('changeApplication', { appId })}>
              {way === 'event' ? 'Correct the event' : 'Propose a change'}
            </ButtonLink>
          </p>
        </>
      )}
      {closed ? (
        <p className="mt-4">
          {closedWords(closed)}{' '}
          {closed.because === 'withdrawn' ? (
            <a href={href('apply')}>Apply again</a>
          ) : (
            <>
              {way ? 'You can no longer withdraw it here.' : 'It can no longer be changed or withdrawn here.'} Write to{' '}
              <ComplianceLink reference={reference} /> and quote {reference}.
            </>
          )}
        </p>
      ) : (
        <>
          <p className="mt-4">You can correct or withdraw your application until we start to review it.</p>
          <p className="mt-4 flex flex-wrap gap-3">
            <ButtonLink variant="quiet" href={href('changeApplication', { appId })}>
              Correct the application
            </ButtonLink>
            {!withdrawal && (
              <ButtonLink variant="quiet" href={`${href('myApplication', { appId }, { withdraw: true })}#changes`}>
                Withdraw it
              </ButtonLink>
            )}
          </p>
          {withdrawal && <Withdrawal appId={appId} reason={withdrawal.reason} problem={withdrawal.problem} />}
        </>
      )}
    </Part>
  )
}

const decided = { open: 'Waiting for a reviewer', accepted: 'Accepted', refused: 'Refused' }

function Proposal({
  proposal: { lines, state, proposedAt, decidedAt, reason },
}: {
  proposal: NonNullable<OwnData['proposal']>
}) {
  return (
    <div className="mt-4 break-words">
      <p className="font-semibold">
        Change proposed on {momentWords(proposedAt)}: {decided[state]}
        {decidedAt && ` on ${momentWords(decidedAt)}`}
      </p>
      {lines.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      {reason && <p className="text-muted whitespace-pre-line">{reason}</p>}
    </div>
  )
}

function Withdrawal({ appId, reason, problem }: { appId: string; reason: string; problem: string | null }) {
  return (
    <form method="post" action={href('myApplication', { appId })} className="mt-6 flex flex-col gap-5">
      <Notice tone="warning" title="Withdraw this application?">
        <p>
          You cannot undo this. We will not decide on it, and we will cancel your assessment call if you booked one.
        </p>
      </Notice>
      <TextArea
        label="Reason"
        optional
        name="reason"
        rows={3}
        maxLength={withdrawalLimit}
        defaultValue={reason}
        error={problem ?? undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger">Withdraw the application</Button>
        <ButtonLink variant="quiet" href={href('myApplication', { appId })}>
          Keep it
        </ButtonLink>
      </div>
    </form>
  )
}
