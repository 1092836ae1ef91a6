import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { type AccreditAfter, accreditAfter } from '#domain/assurance.ts'
import { poundsAndPence } from '#domain/money.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { toasts } from '#features/assessments/packages/content.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { NarrowPage, Section, TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Price } from '#ui/price.tsx'
import { useToast } from '#ui/toast.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { BuyerChoice, KeyTerms } from '../key-terms.tsx'
import { AccreditationWithheld, ApplicationNotApproved, ApplicationNotFound } from '../not-sold.tsx'
import { OnlyTheApplicant } from '../only-the-applicant.tsx'
import { PaymentConfirming } from '../payment-confirming.tsx'
import { PriceRow } from '../price-row.tsx'
import { disputedWords } from '../rules.ts'
import { listingTerms } from '../terms.ts'
import { vatNumberForm } from './form.ts'
import type { listingCheckout } from './server/listing-checkout.ts'
import { useListingPayment } from './use-listing-payment.ts'

type Data = PageData<typeof listingCheckout>

export const page = definePage<Data>(ListingCheckoutPage, (data) =>
  data.kind === 'unknown' ? 'Application Not Found' : 'Annual listing',
)

type Payable = Extract<Data, { kind: 'checkout' }>

function ListingCheckoutPage({ data }: { data: Data }) {
  if (data.kind === 'unknown') return <ApplicationNotFound />
  if (data.kind === 'not-approved') return <ApplicationNotApproved status={data.status} />
  if (data.kind === 'withheld') return <AccreditationWithheld appId={data.appId} why={data.why} />
  if (data.kind === 'paid') return <PaidAlready data={data} />
  return (
    <Section>
      <PageHeading
        eyebrow={data.organisation}
        lead="Your application is approved. Pay for the annual listing to put your event in the public register."
      >
        Annual listing for {data.title}
      </PageHeading>
      {data.outstanding && <PaymentConfirming outstanding={data.outstanding} />}
      <div className="mt-10 grid gap-10 lg:grid-cols-2 items-start">
        <WhatIsBought />
        <Order data={data} />
      </div>
    </Section>
  )
}

const bought = (after: AccreditAfter) => [
  [
    'Your entry in the register',
    'With its own number and page. We publish it once you have paid, your email address is confirmed and we have confirmed who applied.',
  ],
  ...(after === 'listing'
    ? [
        ['Verification badge', 'You can show it for this event while the listing is paid and the event is accredited.'],
        ['A certificate', 'It has your organisation, your event and the register number.'],
      ]
    : [
        [
          'Accreditation, once we have checked your event',
          `You pay for the listing. The register shows “${registerStatuses.listed.label}” at first. The event is accredited ${accreditAfter[after].when}. Paying does not change the decision.`,
        ],
        ['Verification badge and certificate', 'For this event once it is accredited, while the listing is paid.'],
      ]),
  ['A place in the search', 'Anyone can find your event by title, venue, city or category.'],
]

function WhatIsBought() {
  const brand = useBrand()
  return (
    <TitledSection id="bought" title="What you get" heading="text-xl">
      <ul className="mt-4 flex flex-col gap-4">
        {bought(brand.accreditAfter).map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Icon icon="i-check" className="mt-1 text-link" />
            <span>
              <strong>{title}.</strong> {text}
            </span>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}

/** Says what became of a code once the page with the server's answer is there. @returns what to call when a code is sent. */
function useCouponToast(data: Payable): () => void {
  const isAsked = useRef(false)
  const toast = useToast()
  useEffect(() => {
    if (!isAsked.current) return
    isAsked.current = false
    if (data.couponProblem) toast({ ...toasts.invalid, description: data.couponProblem, variant: 'destructive' })
    else if (data.coupon) toast(toasts.applied(Math.round((100 * data.discountPence) / data.pricePence)))
  }, [data, toast])
  return () => {
    isAsked.current = true
  }
}

function Order({ data }: { data: Payable }) {
  const asked = useCouponToast(data)
  const due = data.pricePence - data.discountPence
  return (
    <Card as="section">
      <h2 className="text-xl">Your order</h2>
      <p className="mt-4 font-serif text-4xl">
        {due < data.pricePence ? (
          <Price pence={due} exact was={data.pricePence} vat={data.vat} />
        ) : (
          <Price pence={due} per="per year" vat={data.vat} />
        )}
      </p>
      {due < data.pricePence && <p className="text-muted">for the first year</p>}
      <dl className="mt-4 flex flex-col gap-2 text-sm figures">
        <PriceRow term="Annual Listing, one year" amount={poundsAndPence(data.pricePence)} />
        {data.coupon && (
          <PriceRow term={`Code ${data.coupon}`} amount={poundsAndPence(-data.discountPence).replace('-', '−')} />
        )}
        <PriceRow
          term="To pay today"
          amount={poundsAndPence(due)}
          total="pt-2 border-t border-border font-semibold text-base"
        />
      </dl>
      <CouponForm data={data} onApply={asked} />
      {data.coupon && data.mayPay && <RemoveCoupon appId={data.appId} coupon={data.coupon} />}
      {data.mayPay ? <PayForm data={data} due={due} /> : <OnlyTheApplicant appId={data.appId} />}
      {data.mayPay && data.vat !== 'none' && <VatNumber data={data} />}
    </Card>
  )
}

function CouponForm({ data, onApply }: { data: Payable; onApply: () => void }) {
  const [, navigate] = useLocation()
  const here = href('listingCheckout', { appId: data.appId })
  return (
    <form
      key={data.typed}
      method="get"
      action={here}
      className="mt-6 flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const coupon = String(new FormData(event.currentTarget).get('coupon') ?? '')
          .trim()
          .toUpperCase()
        onApply()
        navigate(href('listingCheckout', { appId: data.appId }, { coupon }), { replace: true })
      }}
    >
      <TextInput
        fieldClassName="flex-1 min-w-0"
        label="Promotion code"
        optional
        name="coupon"
        defaultValue={data.typed || data.coupon || ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        className="uppercase"
        error={data.couponProblem ?? undefined}
      />
      <Button variant="quiet">Apply</Button>
    </form>
  )
}

/** Before the payment page, whose rates are fixed once it is open. */
function VatNumber({ data: { appId, vatNumber, vatProblem, typedVat } }: { data: Payable }) {
  const { label, hint, max } = vatNumberForm.fields.vatNumber
  return (
    <Disclosure plain className="mt-6" open={vatProblem !== null} summary="Is your business outside the UK?">
      <p className="mt-3 text-sm">
        {vatNumber
          ? `We have your VAT number ${vatNumber}. You pay the same price without UK VAT, and account for VAT in your country. To remove the number, leave the field empty.`
          : 'With its VAT number you pay the same price without UK VAT, and account for VAT in your country. A UK VAT number for the invoice goes on the payment page.'}
      </p>
      <form method="post" action={href('listingCheckout', { appId })} className="mt-3 flex flex-col gap-3">
        <TextInput
          label={label}
          hint={hint}
          name="vatNumber"
          defaultValue={vatProblem === null ? (vatNumber ?? '') : typedVat}
          maxLength={max}
          autoComplete="off"
          spellCheck={false}
          error={vatProblem ?? undefined}
        />
        <Button variant="quiet" name="intent" value="vat-number">
          {vatNumber ? 'Save the VAT number' : 'Use this VAT number'}
        </Button>
      </form>
    </Disclosure>
  )
}

/** Takes the code away on the server too: the code that the application came with would otherwise be tried again. */
function RemoveCoupon({ appId, coupon }: { appId: string; coupon: string }) {
  return (
    <form method="post" action={href('listingCheckout', { appId })} className="mt-2">
      <input type="hidden" name="coupon" value={coupon} />
      <Button variant="link" name="intent" value="remove-coupon">
        Remove the code {coupon}
      </Button>
    </form>
  )
}

function PayForm({ data, due }: { data: Payable; due: number }) {
  const { state, pay } = useListingPayment(data.appId, data.coupon)
  const label = due === 0 ? `Get Free Listing — ${poundsAndPence(0)}` : `Continue to payment — ${poundsAndPence(due)}`
  return (
    <form
      method="post"
      action={href('listingCheckout', { appId: data.appId })}
      onSubmit={pay}
      className="mt-6 flex flex-col gap-5"
    >
      <input type="hidden" name="coupon" value={data.coupon ?? ''} />
      <BuyerChoice />
      <KeyTerms items={listingTerms({ ...data, duePence: due })} />
      <Button busy={state.kind === 'redirecting'} busyText="Redirecting…" className="w-full">
        {label}
      </Button>
      <div role="status">
        {state.kind === 'redirecting' && state.isSlow && state.url && (
          <ButtonLink variant="quiet" href={state.url} className="w-full">
            Continue to Checkout
          </ButtonLink>
        )}
      </div>
    </form>
  )
}

const paidWords = 'You have nothing more to pay for it.'
const notPublishedWords = 'Your event is not published yet. Your order says what we are waiting for.'

function PaidAlready({ data: { appId, isDisputed, isPublished } }: { data: Extract<Data, { kind: 'paid' }> }) {
  return (
    <NarrowPage
      title={isDisputed ? 'The payment of the annual listing is disputed' : 'The annual listing is paid'}
      lead={isDisputed ? disputedWords : isPublished ? paidWords : `${paidWords} ${notPublishedWords}`}
    >
      <ButtonLink href={href('funnelSuccess', { appId })} className="mt-8">
        See your order
      </ButtonLink>
    </NarrowPage>
  )
}
