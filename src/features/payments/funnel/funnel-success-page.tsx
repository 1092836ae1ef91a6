import { type FormEvent, useState } from 'react'
import { levelWords, statusWords } from '#domain/assurance.ts'
import { longDay } from '#domain/london-time.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { situations } from '#domain/situations.ts'
import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DeferredSection } from '#ui/deferred-section.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Section, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { TextList, VisuallyHidden } from '#ui/text.tsx'
import { useToast } from '#ui/toast.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { callApi } from '#wire/call-api.ts'
import { definePage } from '#wire/page.ts'
import { IdentityNotice } from '../identity/identity-notice.tsx'
import { ApplicationNotFound } from '../not-sold.tsx'
import { OrderMissing } from '../order-missing.tsx'
import { OrderTable } from '../order-table.tsx'
import { AskingProvider, PaymentConfirming } from '../payment-confirming.tsx'
import { SupportContacts } from '../support-contacts.tsx'
import { CertificateNotice, MainButtons } from './certificate-button.tsx'
import type { funnelSuccess } from './server/funnel-success.ts'

type Data = PageData<typeof funnelSuccess>
type End = Exclude<Data, { kind: 'asking' }>
type ApplicationOrders = Extract<End, { kind: 'found' }>

export const page = definePage<Data>(FunnelSuccessPage, (data) =>
  data.kind === 'unknown' ? 'Application Not Found' : 'Your accreditation',
)

function FunnelSuccessPage({ data }: { data: Data }) {
  if (data.kind !== 'asking') return <Ended data={data} />
  return (
    <DeferredSection data={data} name="end" skeleton={<AskingProvider />}>
      {(end) => <Ended data={end} />}
    </DeferredSection>
  )
}

function Ended({ data }: { data: End }) {
  const { accreditAfter } = useBrand()
  if (data.kind === 'unknown') return <ApplicationNotFound />
  if (data.kind === 'order-missing') return <OrderMissing paidPence={data.paidPence} />
  const { certificate } = situations[data.state.situation]
  // Before it is checked as far as the authority asks, nothing is called accredited.
  const hasCertificate = certificate === 'ready' || (certificate !== undefined && accreditAfter === 'listing')
  return (
    <Section>
      <PageHeading eyebrow={`Application ${data.reference}`} lead={leadOf(data)}>
        Welcome, {data.organisation}
      </PageHeading>
      <MainButtons
        appId={data.appId}
        certificate={
          hasCertificate
            ? { here: href('funnelSuccess', { appId: data.appId }), isUnpaid: !data.isListingPaid, number: data.number }
            : null
        }
      />
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

/** Complete only where nothing is open any more. */
function leadOf({ state, level, outstanding, isRenewalUnpaid, identity, hasConditions }: ApplicationOrders): string {
  const { lead } = situations[state.situation]
  if (state.situation !== 'active' || !level) return lead
  const isOpen = level.assurance !== 'assessed' || hasConditions || outstanding || isRenewalUnpaid || identity
  return isOpen ? `Your event is accredited: ${levelWords(level)}.` : lead
}

const eventTypes: Record<string, string> = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private Event Service',
}

function EventCard({ data }: { data: ApplicationOrders }) {
  const { situation, registerStatus, listing } = data.state
  const badge = registerStatus
    ? {
        ...registerStatuses[registerStatus],
        ...(data.level && { label: statusWords({ status: registerStatus, ...data.level }) }),
      }
    : { label: 'Not listed yet', tone: 'warning' as const }
  return (
    <Card as="section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{situation === 'active' ? 'Accredited Event' : 'Your Event'}</h2>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <DescriptionList
        className="mt-5"
        items={{
          Event: <strong>{data.title}</strong>,
          Organisation: data.organisation,
          Type: eventTypes[data.eventType] ?? data.eventType,
          Category: data.category,
          Date: data.date && longDay(data.date),
          'Register number': data.number,
        }}
      />
      <div className="mt-6 flex flex-wrap gap-3">
        {data.slug && (
          <ButtonLink variant="quiet" href={href('event', { slug: data.slug })}>
            See your listing
          </ButtonLink>
        )}
        {situation === 'listed' && (
          <ButtonLink variant="quiet" href={href('evidence', { appId: data.appId })}>
            Send your documents
          </ButtonLink>
        )}
        {listing && (
          <ButtonLink variant="quiet" href={href('listingCheckout', { appId: data.appId })}>
            {listing === 'publish' ? 'Pay for the annual listing' : 'Renew the listing'}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

function OrderSummary({ data }: { data: ApplicationOrders }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-xl">Order Summary</h2>
      <OrderTable orders={data.orders} totalPence={data.totalPence} />
      {data.billingEmail ? (
        <ManageBilling appId={data.appId} email={data.billingEmail} hasFailed={data.billingFailed} />
      ) : (
        data.orders.length > 0 && (
          <div className="mt-5 no-print text-sm text-muted">
            <p>
              You can manage billing in the browser that you applied with. To use another browser, ask us to email you a
              link.
            </p>
            <AskForLink applicationId={data.appId} />
          </div>
        )
      )}
    </Card>
  )
}

const ours = [
  'Your event is live in the register.',
  'The verification badge is on its page.',
  'We email your certificate within 24 hours. You can also download it now.',
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
      <TitledSection id="support" title="Support" heading="mb-3 text-xl">
        <SupportContacts />
      </TitledSection>
    </div>
  )
}

function Todo({ title, items }: { title: string; items: string[] }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      <TextList items={items} className="pl-5 list-disc flex flex-col gap-2" />
    </section>
  )
}

const failed = 'Failed to open billing portal. Please try again.'

function ManageBilling({ appId, email, hasFailed }: { appId: string; email: string; hasFailed: boolean }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    // Opened by the press itself: a tab opened after the answer would be taken for a pop-up.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const { portalUrl } = await callApi<{ portalUrl?: string }>('createPortalSession', {
        body: { customerEmail: email, applicationId: appId },
      })
      if (!portalUrl) throw new Error('Failed to create portal session')
      if (tab) tab.location.replace(portalUrl)
      else window.location.assign(portalUrl)
    } catch {
      tab?.close()
      toast({ title: 'Error', description: failed, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      method="post"
      action={href('funnelSuccess', { appId })}
      target="_blank"
      onSubmit={open}
      className="mt-5"
      rel="noopener"
    >
      {hasFailed && <Notice tone="danger" live="alert" className="mb-3" title="Error" text={failed} />}
      <Button variant="quiet" busy={busy} busyText="Opening...">
        Manage Billing
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </Button>
    </form>
  )
}
