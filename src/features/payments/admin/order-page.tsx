import { adminHref } from '#admin-pages.ts'
import { type Assurance, statusWords } from '#domain/assurance.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { carries } from '#domain/permissions.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { vatWords } from '#domain/vat.ts'
import { movementKinds, movementSourceWords } from '#features/payments/ledger/rules.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Table } from '#ui/table.tsx'
import { NewTabLink } from '#ui/text.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { DocumentTable } from '../documents/document-table.tsx'
import { buyers } from '../terms.ts'
import { DisputeNotice } from './disputes.tsx'
import { MoneyBadges, OrderStatusBadge } from './order-status-badge.tsx'
import { RefundBox } from './refund-box.tsx'
import { discrepancyWords, shownStatus } from './rules.ts'
import type { order } from './server/order.ts'

type Data = PageData<typeof order>
type FoundOrder = { data: Extract<Data, { kind: 'found' }> }

export const page = definePage<Data>(OrderPage, (data) =>
  data.kind === 'found' ? `${orderLabel(data.order.type)}, ${data.order.reference}` : 'Order not found',
)

function OrderPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  return data.kind === 'found' ? (
    <Order data={data} mayReview={admin !== undefined && carries(admin.roles, 'review')} />
  ) : (
    <EmptyState level="h1" icon="i-file-question" title="There is no such order">
      <ButtonLink href={adminHref('orders')}>Back to the orders</ButtonLink>
    </EmptyState>
  )
}

function Order({ data, mayReview }: FoundOrder & { mayReview: boolean }) {
  const { order, notice, refund } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Orders', href: adminHref('orders') }, { label: order.reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={`Order of ${order.reference}`} lead={order.organisation_name}>
          {orderLabel(order.type)}
        </PageHeading>
        <div className="flex flex-wrap gap-2">
          <OrderStatusBadge status={shownStatus(order)} />
          <MoneyBadges order={order} />
        </div>
      </div>
      <Outcome />
      <AdminNotice says={notice} />
      <div className="mt-10 grid gap-12 xl:grid-cols-[minmax(0,1fr)_20rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          {data.disputes.map((dispute) => (
            <DisputeNotice key={dispute.id} dispute={dispute} />
          ))}
          <Facts data={data} mayReview={mayReview} />
          <Movements data={data} />
          {data.documents.length > 0 && <DocumentTable documents={data.documents} />}
          <Agreements data={data} />
          <Discrepancies data={data} />
          {data.requests.map((request) => (
            <RefundRequest key={request.id} request={request} />
          ))}
          {refund ? (
            <RefundBox order={order} refund={refund} />
          ) : (
            holdsMoney.has(order.status) && (
              <p>
                <ButtonLink variant="quiet" href={adminHref('order', { id: order.id }, { refund: true })}>
                  Refund
                </ButtonLink>
              </p>
            )
          )}
        </div>
        <AdminHistory events={data.history} />
      </div>
    </>
  )
}

/** Of any other order nothing was paid, all of it has gone back, or the bank decides. */
const holdsMoney = new Set(['paid', 'cancelled'])

function Facts({ data: { order, providerPages }, mayReview }: FoundOrder & { mayReview: boolean }) {
  const registerStatus =
    order.register_status &&
    statusWords({
      status: order.register_status as RegisterStatus,
      assurance: order.assurance as Assurance,
      assuredOn: order.assured_on,
    })
  const at = (kind: string, id: string | null) =>
    id && (
      <NewTabLink href={`${providerPages}/${kind}/${id}`}>
        <Code>{id}</Code>
      </NewTabLink>
    )
  return (
    <DescriptionList
      items={[
        { term: 'Price', details: poundsAndPence(order.amount_pence) },
        {
          term: 'Discount',
          details:
            order.discount_pence > 0 &&
            `${poundsAndPence(order.discount_pence)}${order.coupon_code ? ` by ${order.coupon_code}` : ''}`,
        },
        { term: 'Due', details: poundsAndPence(order.amount_pence - order.discount_pence) },
        { term: 'VAT', details: vatWords(order.amount_pence - order.discount_pence, order.vat) },
        { term: 'VAT number of the buyer', details: order.vat_number },
        {
          term: order.renewals === 1 ? '1 renewal' : `${order.renewals} renewals`,
          details: order.renewals > 0 && poundsAndPence(order.renewed_pence),
        },
        { term: 'Refunded', details: order.refunded_pence > 0 && poundsAndPence(order.refunded_pence) },
        { term: 'Disputed', details: order.disputed_pence > 0 && poundsAndPence(order.disputed_pence) },
        { term: 'Kept', details: order.paid_at && poundsAndPence(order.kept_pence) },
        {
          term: 'Paid for until',
          details: holdsMoney.has(order.status) && order.covers_until && londonDateOf(order.covers_until),
        },
        { term: 'Given on', details: order.gold_given_at && londonDateOf(order.gold_given_at) },
        {
          term: 'Waits until',
          details:
            !order.gold_given_at &&
            order.gold_until &&
            `${londonDateOf(order.gold_until)}, for the score that Gold asks for`,
        },
        { term: 'Engraving', details: order.metadata.engraving },
        { term: 'Email', details: order.organisation_email },
        {
          term: 'Application',
          details: mayReview ? (
            <a href={adminHref('review', { id: order.application_id })}>{order.reference}</a>
          ) : (
            order.reference
          ),
        },
        {
          term: 'Checkout',
          details:
            order.checkout_closed_at &&
            `Closed on ${londonDateOf(order.checkout_closed_at)}, until a reviewer opens it`,
        },
        {
          term: 'Register entry',
          details: order.entry_slug && (
            <>
              <a href={href('event', { slug: order.entry_slug })}>{order.entry_number}</a>: {registerStatus}
            </>
          ),
        },
        { term: 'Order', details: <Code>{order.id}</Code> },
        { term: 'Bank debit', details: order.debit_began_at && `Begun on ${londonDateOf(order.debit_began_at)}` },
        { term: 'Card', details: order.card_last4 && `Ending in ${order.card_last4}` },
        { term: 'Checkout session', details: order.checkout_session_id && <Code>{order.checkout_session_id}</Code> },
        { term: 'Payment', details: at('payments', order.payment_intent_id) },
        { term: 'Subscription', details: at('subscriptions', order.subscription_id) },
        { term: 'Customer', details: at('customers', order.customer_id) },
      ].filter(({ details }) => details !== false)}
    />
  )
}

/** Every movement of the order's money, also of payments that are still to be checked. */
function Movements({ data: { movements } }: FoundOrder) {
  if (movements.length === 0) return null
  return (
    <TitledSection id="movements" title="Movements of money" heading="mb-3 text-xl">
      <Table
        caption="Movements of money, oldest first"
        columns={[
          'Movement',
          { label: 'Amount', numeric: true },
          { label: 'Of this VAT', numeric: true },
          'Day',
          'Told by',
        ]}
        rows={movements.map((movement) => ({
          key: movement.id,
          cells: [
            <>
              {movementKinds[movement.kind].words}
              {!movement.moves && <span className="text-muted"> (moves nothing)</span>}
              {movement.isEstimated && <span className="text-muted"> (estimated)</span>}
            </>,
            poundsAndPence(movement.amountPence),
            movement.vatPence === 0 ? '' : poundsAndPence(movement.vatPence),
            londonDateOf(movement.happenedAt),
            `${movementSourceWords[movement.source]}, ${londonDateOf(movement.toldAt)}`,
          ],
        }))}
      />
    </TitledSection>
  )
}

/** What was shown above the button, each time that it was pressed for other terms. */
function Agreements({ data: { agreements } }: FoundOrder) {
  if (agreements.length === 0) return null
  return (
    <TitledSection id="agreements" title="Shown and agreed" heading="mb-3 text-xl">
      <div className="flex flex-col gap-3">
        {agreements.map(({ id, agreedAt, termsVersion, shown, buyer }) => (
          <Disclosure
            key={id}
            summary={`${londonDateOf(agreedAt)} at ${londonClockOf(agreedAt)}, version ${termsVersion} of the terms`}
          >
            <DescriptionList
              items={[...shown, { term: 'Bought as', details: buyer ? buyers[buyer] : 'Not said: a private person' }]}
            />
          </Disclosure>
        ))}
      </div>
    </TitledSection>
  )
}

function RefundRequest({ request }: { request: FoundOrder['data']['requests'][number] }) {
  const { id, amountPence, reason, requestedByName, requestedAt, isOwn } = request
  return (
    <Notice tone="warning" title={`Refund of ${poundsAndPence(amountPence)} waits for a second person`}>
      <p>
        {requestedByName}, {londonDateOf(requestedAt)}: {reason}
      </p>
      {isOwn ? (
        <p className="mt-2">You asked for it, so someone else has to approve or decline it.</p>
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Form command="approveRefund" button="Approve and refund" variant="danger" fixed={{ request: id }} />
          <Form command="declineRefund" button="Decline" variant="quiet" fixed={{ request: id }} />
        </div>
      )}
    </Notice>
  )
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-sm break-all">{children}</code>
}

function Discrepancies({ data: { order, discrepancies } }: FoundOrder) {
  const open = discrepancies.filter((discrepancy) => discrepancy.settled_at === null)
  if (open.length === 0) return null
  return (
    <TitledSection id="discrepancies" title="To check" heading="mb-3 text-xl">
      <ul className="flex flex-col gap-4">
        {open.map((discrepancy) => (
          <li key={discrepancy.id}>
            <Notice
              tone="danger"
              title={`${discrepancyWords[discrepancy.kind]}: ${poundsAndPence(discrepancy.amount_pence)}`}
            >
              <p className="text-sm">
                Found on {londonDateOf(discrepancy.found_at)}
                {discrepancy.difference && `; the ${discrepancy.difference} differs`}. The payment is not recorded.
              </p>
              <p className="mt-2 flex flex-wrap gap-3">
                <ButtonLink
                  variant="quiet"
                  href={adminHref('order', { id: order.id }, { refund: true, discrepancy: discrepancy.id })}
                >
                  Refund this payment
                </ButtonLink>
                <ButtonLink variant="link" href={adminHref('payments')}>
                  Settle it
                </ButtonLink>
              </p>
            </Notice>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
