import { priceWithVat } from '#domain/vat.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { NarrowPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { definePage } from '#wire/page.ts'
import { BuyerChoice, KeyTerms } from '../key-terms.tsx'
import { AccreditationWithheld, ApplicationNotFound } from '../not-sold.tsx'
import { OnlyTheApplicant } from '../only-the-applicant.tsx'
import { disputedWords } from '../rules.ts'
import { SupportContacts } from '../support-contacts.tsx'
import { listingTerms } from '../terms.ts'
import type { listingCheckoutFallback } from './server/listing-checkout.ts'

type Data = PageData<typeof listingCheckoutFallback>

export const page = definePage<Data>(ListingFallbackPage, (data) =>
  data.checkout.kind === 'unknown' ? 'Application Not Found' : headingOf(data),
)

function headingOf({ checkout }: Data): string {
  return checkout.kind === 'checkout' ? 'The payment page could not be opened' : 'No payment page was opened'
}

/** Shown when the payment page could not be opened. A plain form tries again: nothing in it depends on a script. */
function ListingFallbackPage({ data }: { data: Data }) {
  const { checkout, problem } = data
  if (checkout.kind === 'unknown') return <ApplicationNotFound />
  if (checkout.kind === 'withheld') return <AccreditationWithheld appId={checkout.appId} why={checkout.why} />
  return (
    <NarrowPage title={headingOf(data)} lead={checkout.kind === 'checkout' ? leadOf(checkout) : undefined}>
      {problem && <Notice tone="danger" live="alert" className="mt-6" text={problem} />}
      <Card as="section" className="mt-8">
        <NextStep checkout={checkout} />
      </Card>
      <TitledSection id="help" title="If it does not work" className="mt-10" heading="mb-2 text-xl">
        <SupportContacts />
      </TitledSection>
    </NarrowPage>
  )
}

function leadOf({ outstanding }: Extract<Data['checkout'], { kind: 'checkout' }>): string {
  if (outstanding === 'under-way') {
    return 'You are still approved. An earlier payment for this listing is still being confirmed. This can take a few days, and we will email you. Please do not pay again.'
  }
  if (outstanding === 'unanswered') {
    return 'You are still approved. We cannot check with the payment provider at the moment whether you have already paid. If you have not paid, you were not charged. Try again in a few minutes.'
  }
  return 'You were not charged, and you are still approved.'
}

function paidWords(isDisputed: boolean): string {
  return isDisputed
    ? `The payment of the annual listing is disputed. ${disputedWords}`
    : 'The annual listing of this application is paid. There is nothing more to do here.'
}

function NextStep({ checkout }: { checkout: Data['checkout'] }) {
  if (checkout.kind !== 'checkout') {
    const isPaid = checkout.kind === 'paid'
    return (
      <>
        <p>{isPaid ? paidWords(checkout.isDisputed) : 'This application has not been approved yet.'}</p>
        <ButtonLink href={isPaid ? href('funnelSuccess', { appId: checkout.appId }) : href('apply')} className="mt-4">
          {isPaid ? 'See your order' : 'Go to the application form'}
        </ButtonLink>
      </>
    )
  }
  const due = checkout.pricePence - checkout.discountPence
  return (
    <>
      <h2 className="text-xl">Annual listing for {checkout.title}</h2>
      <p className="mt-2 figures">
        To pay today: <strong>{priceWithVat(due, checkout.vat)}</strong>
        {checkout.coupon && ` with the code ${checkout.coupon}`}
      </p>
      {checkout.couponProblem && (
        <Notice tone="warning" className="mt-4" title={checkout.couponProblem}>
          <p>If you try again, you pay the full price.</p>
        </Notice>
      )}
      <form method="post" action={href('listingCheckoutFallback')} className="mt-5 flex flex-wrap gap-3">
        <input type="hidden" name="appId" value={checkout.appId} />
        <input type="hidden" name="coupon" value={checkout.coupon ?? ''} />
        {checkout.mayPay && (
          <>
            <div className="w-full flex flex-col gap-5">
              <BuyerChoice />
              <KeyTerms items={listingTerms({ ...checkout, duePence: due })} />
            </div>
            <Button>Try again</Button>
          </>
        )}
        <ButtonLink
          variant="quiet"
          href={href('listingCheckout', { appId: checkout.appId }, { coupon: checkout.coupon })}
        >
          Back to your order
        </ButtonLink>
      </form>
      {!checkout.mayPay && <OnlyTheApplicant appId={checkout.appId} />}
    </>
  )
}
