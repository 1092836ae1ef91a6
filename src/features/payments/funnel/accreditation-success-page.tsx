import type { ReactNode } from 'react'
import { upsellIds } from '#domain/catalogue.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Crest } from '#ui/cover.tsx'
import { DeferredSection } from '#ui/deferred-section.tsx'
import { NarrowPage, Section } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { DeferredResult } from '#wire/deferred.ts'
import { definePage } from '#wire/page.ts'
import { IdentityNotice } from '../identity/identity-notice.tsx'
import { AccreditationWithheld } from '../not-sold.tsx'
import { OrderMissing } from '../order-missing.tsx'
import { AskingProvider, useLooks } from '../payment-confirming.tsx'
import { SupportContacts } from '../support-contacts.tsx'
import { MainButtons } from './certificate-button.tsx'
import { Congratulations } from './congratulations.tsx'
import { pageAfter } from './funnel.ts'
import type { accreditationSuccess } from './server/accreditation-success.ts'

type Data = PageData<typeof accreditationSuccess>
type Landing = Exclude<Data, { kind: 'asking' }>

export const page = definePage<Data>(AccreditationSuccessPage, (data) =>
  data.kind === 'published' && !data.isListedOnly ? 'Congratulations' : 'Your accreditation',
)

function AccreditationSuccessPage({ data }: { data: Data }) {
  if (data.kind !== 'asking') return <Landed data={data} />
  return (
    <DeferredSection data={data} name="landing" skeleton={<AskingProvider />}>
      {(landing) => <Landed data={landing} />}
    </DeferredSection>
  )
}

function Landed({ data }: { data: Landing }) {
  switch (data.kind) {
    case 'published':
      return <Congratulations data={data} />
    case 'waiting':
      return <Waiting data={data} />
    case 'loading':
      return (
        <Section narrow>
          <h1 className="visually-hidden" tabIndex={-1} data-page-heading="">
            Your accreditation
          </h1>
          <Spinner label="Loading your accreditation details..." />
          <p className="mt-8 text-muted">
            You can only see this page after you pay. If you came here another way, go{' '}
            <a href={href('home')}>to the homepage</a>.
          </p>
        </Section>
      )
    case 'not-completed':
      return (
        <Ended title="The payment was not completed" text="Nothing was charged. You can start again from your order.">
          <ButtonLink href={href('listingCheckout', { appId: data.appId })}>Back to your order</ButtonLink>
        </Ended>
      )
    case 'taken-back':
      return (
        <Ended title="This payment was returned" text="The listing that it paid for has ended.">
          <ButtonLink href={href('funnelSuccess', { appId: data.appId })}>See your order</ButtonLink>
        </Ended>
      )
    case 'withheld':
      return <AccreditationWithheld appId={data.appId} why={data.why} />
    case 'lapsed':
      return (
        <Ended
          title="Your entry has lapsed"
          text="Your event is not accredited now. The page of your entry says what to do."
        >
          <ButtonLink href={href('myApplication', { appId: data.appId })}>Go to your entry</ButtonLink>
        </Ended>
      )
    case 'over':
      return (
        <Ended title="This listing has ended" text="It was not renewed. You can list the event again at any time.">
          <ButtonLink href={href('listingCheckout', { appId: data.appId })}>Renew the listing</ButtonLink>
          <ButtonLink variant="quiet" href={href('funnelSuccess', { appId: data.appId })}>
            See your order
          </ButtonLink>
        </Ended>
      )
    case 'not-published':
      return (
        <Ended title="This listing has ended" text="It was not published, and you were not charged.">
          <ButtonLink href={href('listingCheckout', { appId: data.appId })}>List the event</ButtonLink>
          <ButtonLink variant="quiet" href={href('funnelSuccess', { appId: data.appId })}>
            See your order
          </ButtonLink>
        </Ended>
      )
    case 'unproven':
      return <Unproven data={data} />
    case 'order-missing':
      return <OrderMissing paidPence={data.paidPence} />
    case 'unknown':
      return (
        <Ended title="We cannot find this payment" text="The address of this page is not complete or not correct.">
          <ButtonLink href={href('home')}>Go to the homepage</ButtonLink>
        </Ended>
      )
  }
}

function Ended({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <NarrowPage title={title} lead={text}>
      <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      <SupportContacts className="mt-8 text-muted" />
    </NarrowPage>
  )
}

/** @param answer the page's data as JSON: what was deferred has arrived. */
function hasLanded(answer: unknown): boolean {
  const data = answer as Landing | { kind: 'asking'; landing: DeferredResult<Landing> }
  if (data.kind !== 'asking') return data.kind !== 'waiting'
  return 'value' in data.landing && data.landing.value.kind !== 'waiting'
}

function Waiting({ data }: { data: Extract<Landing, { kind: 'waiting' }> }) {
  // Milliseconds, and how many looks there are before the person is left to press the link.
  useLooks(data.again, { every: 2_000, max: 30, isOver: hasLanded })
  return (
    <Section narrow>
      {!data.isSlow && (
        <noscript>
          <meta httpEquiv="refresh" content={`5;url=${data.again}`} />
        </noscript>
      )}
      <PageHeading>Confirming your payment</PageHeading>
      <Spinner className="mt-6" label="Loading your accreditation details..." />
      <p className="mt-6">
        The payment provider has not confirmed the payment yet. It usually takes a few seconds. A bank debit can take
        days. You can close this page. We will publish your listing when the payment is confirmed.
      </p>
      <ButtonLink variant="quiet" href={data.again} className="mt-6">
        Check again
      </ButtonLink>
      <SupportContacts className="mt-8 text-muted" />
    </Section>
  )
}

function Unproven({ data }: { data: Extract<Landing, { kind: 'unproven' }> }) {
  const { appId, title, organisation, here, identity } = data
  return (
    <>
      <Section tone="ink" labelledBy="almost">
        <div className="flex flex-col items-center gap-6 text-center">
          <Crest className="size-28" />
          <h1 id="almost" tabIndex={-1} data-page-heading="">
            We have your order
          </h1>
          <p className="max-w-prose text-lg">
            The annual listing for {title} by {organisation} is paid. It is not published yet.
          </p>
        </div>
      </Section>
      <Section labelledBy="next">
        <h2 id="next">What Happens Next?</h2>
        <IdentityNotice identity={identity} here={here} />
        <MainButtons appId={appId} certificate={null} />
        <p className="mt-6">
          <a href={href('funnelSuccess', { appId })}>See your order</a>, or{' '}
          <a href={pageAfter('listing', appId)}>continue: optional extras, {upsellIds.length} pages</a>.
        </p>
      </Section>
    </>
  )
}
