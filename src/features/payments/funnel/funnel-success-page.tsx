import { longDay } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { situations } from '#domain/situations.ts'
import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DeferredSection } from '#ui/deferred-section.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Table } from '#ui/table.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { ApplicationNotFound } from '../application-not-found.tsx'
import { IdentityNotice } from '../identity/identity-notice.tsx'
import { OrderMissing } from '../order-missing.tsx'
import { AskingProvider, PaymentConfirming } from '../payment-confirming.tsx'
import { SupportContacts } from '../support-contacts.tsx'
import { CertificateButton, CertificateNotice } from './certificate-button.tsx'
import { ManageBilling } from './manage-billing.tsx'
import type { funnelSuccess } from './server/funnel-success.ts'

type Data = PageData<typeof funnelSuccess>
type End = Exclude<Data, { kind: 'asking' }>
type ApplicationOrders = Extract<End, { kind: 'found' }>

export const page = definePage<Data>({
  Component: FunnelSuccessPage,
  meta: (data) => ({ title: data.kind === 'unknown' ? 'Application Not Found' : 'Your accreditation' }),
})

function FunnelSuccessPage({ data }: { data: Data }) {
  if (data.kind !== 'asking') return <Ended data={data} />
  return (
    <DeferredSection data={data} name="end" skeleton={<AskingProvider />}>
      {(end) => <Ended data={end} />}
    </DeferredSection>
  )
}

function Ended({ data }: { data: End }) {
  if (data.kind === 'unknown') return <ApplicationNotFound />
  if (data.kind === 'order-missing') return <OrderMissing paidPence={data.paidPence} />
  return (
    <Section>
      <PageHeading eyebrow={`Application ${data.reference}`} lead={situations[data.state.situation].lead}>
        Welcome, {data.organisation}
      </PageHeading>
      <CertificateNotice shown={data.showNotice} isUnpaid={!data.isListingPaid} />
      {data.outstanding && <PaymentConfirming outstanding={data.outstanding} />}
      {data.identity && <IdentityNotice identity={data.identity} here={href('funnelSuccess', { appId: data.appId })} />}
      {data.isRenewalUnpaid && (
        <Notice tone="warning" className="mt-6" title="The renewal could not be paid">
          <p>
            Please check your card with Manage Billing. We try the payment again over the next few weeks. If it is still
            not paid, the service ends.
          </p>
        </Notice>
      )}
      <div className="mt-10 grid gap-10 lg:grid-cols-2 items-start">
        <EventCard data={data} />
        <OrderSummary data={data} />
      </div>
      <NextSteps data={data} />
    </Section>
  )
}

const eventTypes: Record<string, string> = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private Event Service',
}

function EventCard({ data }: { data: ApplicationOrders }) {
  const { situation, registerStatus, listing } = data.state
  // Before it is checked as far as the authority asks, nothing is called accredited.
  const isPromised = useBrand().accreditAfter === 'listing' || situation === 'active'
  const badge = registerStatus
    ? registerStatuses[registerStatus]
    : { label: 'Not listed yet', tone: 'warning' as const }
  return (
    <Card as="section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{situation === 'active' ? 'Accredited Event' : 'Your Event'}</h2>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <DescriptionList
        className="mt-5"
        items={[
          { term: 'Event', details: <strong>{data.title}</strong> },
          { term: 'Organisation', details: data.organisation },
          { term: 'Type', details: eventTypes[data.eventType] ?? data.eventType },
          { term: 'Category', details: data.category },
          { term: 'Date', details: data.date && longDay(data.date) },
          { term: 'Register number', details: data.number },
        ]}
      />
      <div className="mt-6 flex flex-wrap gap-3">
        {data.slug && <ButtonLink href={href('event', { slug: data.slug })}>See your listing</ButtonLink>}
        {situation === 'listed' && (
          <ButtonLink variant="quiet" href={href('evidence', { appId: data.appId })}>
            Send your documents
          </ButtonLink>
        )}
        {listing && (
          <ButtonLink href={href('listingCheckout', { appId: data.appId })}>
            {listing === 'publish' ? 'Pay for the annual listing' : 'Renew the listing'}
          </ButtonLink>
        )}
        {(situations[situation].certificate === 'ready' || (situations[situation].certificate && isPromised)) && (
          <CertificateButton
            here={href('funnelSuccess', { appId: data.appId })}
            isUnpaid={!data.isListingPaid}
            number={data.number}
          />
        )}
        {situation === 'active' && data.number && (
          <ButtonLink variant="quiet" href={href('badge', { number: data.number })}>
            Badge for your website
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

const statuses: Record<string, { label: string; tone: BadgeTone }> = {
  paid: { label: 'Paid', tone: 'accredited' },
  pending: { label: 'Pending', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  disputed: { label: 'Disputed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

function OrderSummary({ data }: { data: ApplicationOrders }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-xl">Order Summary</h2>
      {data.orders.length === 0 ? (
        <p className="text-muted">There are no orders yet.</p>
      ) : (
        <Table
          caption="Order Summary"
          captionHidden
          columns={[{ label: 'Item' }, { label: 'Status' }, { label: 'Amount', numeric: true }]}
          rows={data.orders.map((order) => ({
            key: order.id,
            cells: [
              <Item key="item" order={order} />,
              <Status key="status" status={order.status} />,
              poundsAndPence(order.amountPence),
            ],
          }))}
          foot={['Total Investment', '', poundsAndPence(data.totalPence)]}
        />
      )}
      {data.billingEmail ? (
        <ManageBilling appId={data.appId} email={data.billingEmail} hasFailed={data.billingFailed} />
      ) : (
        data.orders.length > 0 && <BillingElsewhere appId={data.appId} />
      )}
    </Card>
  )
}

function BillingElsewhere({ appId }: { appId: string }) {
  return (
    <div className="mt-5 no-print text-sm text-muted">
      <p>
        You can manage billing in the browser that you applied with. To use another browser, ask us to email you a link.
      </p>
      <AskForLink applicationId={appId} />
    </div>
  )
}

function Item({ order }: { order: ApplicationOrders['orders'][number] }) {
  return (
    <>
      {order.label}
      {order.services.length > 0 && <span className="block text-sm text-muted">{order.services.join(', ')}</span>}
      {order.engraving && (
        <span className="block min-w-24 [overflow-wrap:anywhere] text-sm text-muted">
          Engraving: “{order.engraving}”
        </span>
      )}
      {order.note && <span className="block text-sm text-muted">{order.note}</span>}
      {order.coupon && <span className="block text-sm text-muted">With the code {order.coupon}</span>}
    </>
  )
}

function Status({ status }: { status: string }) {
  const { label, tone } = statuses[status] ?? { label: status, tone: 'neutral' as const }
  return <Badge tone={tone}>{label}</Badge>
}

const ours = [
  'Your event is live in the register.',
  'The verification badge is on its page.',
  'We email your certificate within 24 hours.',
]
const yours = ['Add the badge to your marketing.', 'Share your listing on social media.', 'Monitor your analytics.']

function NextSteps({ data }: { data: ApplicationOrders }) {
  return (
    <div className="mt-14 grid gap-10 md:grid-cols-3">
      {data.state.situation === 'active' && (
        <>
          <Todo title="What happens now" items={ours} />
          <Todo title="What you can do" items={yours} />
        </>
      )}
      <section aria-labelledby="support">
        <h2 id="support" className="mb-3 text-xl">
          Support
        </h2>
        <p className="mb-3">
          <a href={href('myApplication', { appId: data.appId })}>Steps and dates of your application</a>
        </p>
        <SupportContacts />
      </section>
    </div>
  )
}

function Todo({ title, items }: { title: string; items: string[] }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      <ul className="pl-5 list-disc flex flex-col gap-2">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
