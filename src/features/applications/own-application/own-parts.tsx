import type { ReactNode } from 'react'
import { apiPath } from '#api.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import { isAccredited } from '#domain/register-status.ts'
import { DocumentTable } from '#features/payments/documents/document-table.tsx'
import { OrderTable } from '#features/payments/order-table.tsx'
import { badgeSizes, defaultLook } from '#features/register/badge-look.ts'
import { ProveIt } from '#features/register/prove-it.tsx'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { AskForLink } from '../access/ask-for-link.tsx'
import { momentWords } from './rules.ts'
import type { myApplication } from './server.ts'
import type { Step, StepId } from './steps.ts'

type Data = Extract<PageData<typeof myApplication>, { kind: 'found' }>

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <TitledSection id={id} title={title} heading="text-xl" className="mt-8 pt-6 border-t border-border">
      {children}
    </TitledSection>
  )
}

/** Certificate, badge and credential. */
export function EntryParts({ entry }: { entry: NonNullable<Data['entry']> }) {
  const { number, slug, status, badge, proof, hasCredential } = entry
  return (
    <>
      <Part id="certificate" title="Certificate">
        <p className="mt-4">
          {isAccredited(status) ? (
            <>
              <a href={apiPath('getCertificate', { file: `${number}.pdf` })} download="">
                Download the certificate (PDF)
              </a>
              . Its number is <span className="figures">{number}</span>: anyone can{' '}
              <a href={href('verification', { number })}>check it</a>.
            </>
          ) : (
            'There is a certificate while the event is accredited.'
          )}{' '}
          <a href={href('event', { slug })}>See the entry as the public sees it</a>.
        </p>
      </Part>
      <Part id="badge" title="Live badge">
        <p className="mt-4">
          It always shows the entry’s status of today. Copy the code into your website.{' '}
          <a href={href('badge', { number })}>Other sizes and lists of events</a>
        </p>
        <img
          src={filePaths.badge(number)}
          width={badgeSizes[defaultLook.size].width}
          height={badgeSizes[defaultLook.size].height}
          alt={`The live badge of ${number}`}
          className="mt-4 max-w-full h-auto"
          loading="lazy"
        />
        <CopyField id="badge-code" label="Code of the badge" text={badge} />
      </Part>
      <Part id="credential" title="Credential">
        <ProveIt className="mt-4" number={number} proof={proof} hasCredential={hasCredential} />
        {proof === null && <p className="mt-4">The public log does not have this entry yet.</p>}
      </Part>
    </>
  )
}

export function Documents({ data: { appId, evidence, metConditions } }: { data: Data }) {
  const { wanted, answered, moreNeeded } = evidence
  return (
    <Part id="documents" title="Documents and conditions">
      <p className="mt-4">
        {answered} of {wanted} {wanted === 1 ? 'requirement' : 'requirements'} answered
        {moreNeeded > 0 && `, and we need more for ${moreNeeded}`}.{' '}
        <a href={href('evidence', { appId })}>See what your event needs, and send documents</a>
      </p>
      {metConditions.length > 0 && (
        <ul className="mt-4 pl-5 list-disc">
          {metConditions.map(({ id, text, metAt }) => (
            <li key={id} className="break-words">
              {text} Met on {londonDateOf(metAt)}.
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

export function Billing({ data: { appId, orders, totalPence, documents, hasBilling } }: { data: Data }) {
  return (
    <Part id="billing" title="Billing and invoices">
      <div className="mt-4">
        <OrderTable orders={orders} totalPence={totalPence} />
      </div>
      {documents.length > 0 && (
        <div className="mt-6">
          <DocumentTable documents={documents} />
        </div>
      )}
      {hasBilling && (
        <>
          <p className="mt-4">
            Invoices and your card are on the billing page. What renews can be cancelled there, too.
          </p>
          <form method="post" action={href('funnelSuccess', { appId })} target="_blank" rel="noopener" className="mt-3">
            <Button variant="quiet">
              Manage Billing
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </Button>
          </form>
        </>
      )}
    </Part>
  )
}

export function Call({ data: { appId, call, takesCalls } }: { data: Data }) {
  if (!call && !takesCalls) return null
  const at = call && `${longDay(call.day)} at ${call.time} (UK time)`
  return (
    <Part id="calls" title="Assessment call">
      <p className="mt-4">
        {!call
          ? `You can book a call of ${assessmentCallMinutes} minutes with an assessor. `
          : call.isOver
            ? `Your call was on ${at}. `
            : `Your call is on ${at}. `}
        <a href={`${href('preApproved', { application_id: appId })}#call`}>
          {!call ? 'Book a call' : call.isOver ? 'Book another call' : 'Move or cancel the call'}
        </a>
      </p>
    </Part>
  )
}

export function Followers({ entry: { number, followers } }: { entry: NonNullable<Data['entry']> }) {
  return (
    <Part id="followers" title="Followers">
      <p className="mt-4">
        {followers === 0
          ? 'Nobody follows this entry yet. '
          : `${figure(followers)} ${followers === 1 ? 'person follows' : 'people follow'} this entry, and get an email when it changes. `}
        <a href={href('follow', { entry: number })}>The page where people follow it</a>
      </p>
    </Part>
  )
}

/** Only what the organiser was asked, and what the public reads: nobody learns here that somebody has written to us. */
export function Concerns({ entry: { slug, asked, upheld } }: { entry: NonNullable<Data['entry']> }) {
  return (
    <Part id="concerns" title="Concerns">
      <p className="mt-4">
        {asked === 0
          ? 'We have no open question to you about a concern. '
          : `We have asked you about ${asked === 1 ? 'a concern' : `${asked} concerns`}. Answer with the link in our email. `}
        {upheld > 0 && (
          <>
            {upheld === 1 ? 'One concern was upheld' : `${upheld} concerns were upheld`}:{' '}
            <a href={href('event', { slug })}>the entry shows this</a>.
          </>
        )}
      </p>
    </Part>
  )
}

export function StepList({ steps, appId }: { steps: Step[]; appId: string }) {
  const ways: Partial<Record<StepId, { href: string; label: string }>> = {
    listing: { href: href('listingCheckout', { appId }), label: 'Go to the annual listing' },
    evidence: { href: href('evidence', { appId }), label: 'Send your documents' },
  }
  return (
    <ol className="mt-4 border-t border-border">
      {steps.map((step) => {
        const way = step.state === 'current' && step.waitsFor === 'you' ? ways[step.id] : undefined
        return (
          <li key={step.id} className="flex gap-3 py-4 border-b border-border">
            <Mark state={step.state} />
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className={step.state === 'later' ? 'text-lg text-muted' : 'text-lg'}>{step.title}</h3>
                {step.waitsFor && (
                  <Badge tone={step.waitsFor === 'you' ? 'warning' : 'neutral'}>
                    {step.waitsFor === 'you' ? 'Waiting for you' : 'Waiting for us'}
                  </Badge>
                )}
              </div>
              {step.at && (
                <p className="figures">{`${step.state === 'ended' ? 'Ended' : 'Done'} on ${momentWords(step.at)}`}</p>
              )}
              {step.expected && (
                <p className="figures">
                  Expected by {step.id === 'decision' ? londonDateOf(step.expected) : momentWords(step.expected)}
                </p>
              )}
              <p className="text-muted">{step.text}</p>
              {step.id === 'identity' && step.waitsFor === 'you' && <AskForLink applicationId={appId} />}
              {way && (
                <p>
                  <a href={way.href} className="inline-block py-2 font-semibold">
                    {way.label}
                  </a>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Mark({ state }: { state: Step['state'] }) {
  if (state === 'done') {
    return (
      <>
        <Icon icon="i-circle-check" className="mt-1 text-accredited" />
        <span className="visually-hidden">Done: </span>
      </>
    )
  }
  if (state === 'ended') return <Icon icon="i-circle-alert" className="mt-1 text-danger" />
  return <Icon icon="i-info" className={state === 'current' ? 'mt-1 text-link' : 'mt-1 text-muted'} />
}
