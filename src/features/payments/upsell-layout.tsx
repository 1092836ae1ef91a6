import type { ReactNode } from 'react'
import { orderLabel, products } from '../../domain/catalogue.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { AccreditationWithheld } from './accreditation-withheld.tsx'
import { ApplicationNotApproved } from './application-not-approved.tsx'
import { ApplicationNotFound } from './application-not-found.tsx'
import { OnlyTheApplicant } from './only-the-applicant.tsx'
import { PaymentConfirming } from './payment-confirming.tsx'
import { disputedWords } from './rules.ts'
import type { Upsell, UpsellOffer } from './state.ts'

const journey = Object.keys(products)

/** The frame of an offer after the listing: where it stands in the funnel, what it is beside what it costs, and the way past it. */
export function UpsellLayout({
  data,
  product,
  heading,
  lead,
  offer,
  price,
  form,
  skip,
}: {
  data: Upsell
  product: 'award' | 'marketing' | 'ads'
  heading: string
  lead: string
  /** What is offered. */
  offer: (data: UpsellOffer) => ReactNode
  /** What it costs, on the order's sheet above the form. */
  price: (data: UpsellOffer) => ReactNode
  /** The form that starts the payment, with its terms. */
  form: (data: UpsellOffer) => ReactNode
  /** The way on without buying, and where it leads. */
  skip: { label: string; href: (appId: string) => string; boughtHref?: (appId: string) => string }
}) {
  if (data.kind === 'not-found') return <ApplicationNotFound />
  if (data.kind === 'not-approved') return <ApplicationNotApproved status={data.status} />
  if (data.kind === 'withheld') return <AccreditationWithheld appId={data.appId} why={data.why} />
  const label = orderLabel(product)
  return (
    <Section>
      <ProgressBar step={journey.indexOf(product) + 1} of={journey.length} name={label} />
      {data.paidBefore && (
        <Notice tone="success" live="status" className="mt-8">
          <p>Thank you. Paid: {data.paidBefore}.</p>
        </Notice>
      )}
      {data.outstanding && <PaymentConfirming outstanding={data.outstanding} />}
      <PageHeading className="mt-8" eyebrow={`${data.organisation} · ${data.title}`} lead={lead}>
        {heading}
      </PageHeading>
      <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] items-start">
        <div className="flex flex-col gap-10">{offer(data)}</div>
        <Card as="section" className="lg:sticky lg:top-6">
          <h2 className="text-xl">Your order</h2>
          {price(data)}
          {data.problem && (
            <Notice tone="danger" live="alert" className="mt-6" title="Payment Error">
              <p>{data.problem}</p>
            </Notice>
          )}
          {data.isBought ? (
            <Bought label={label} isDisputed={data.isDisputed} />
          ) : data.mayPay ? (
            form(data)
          ) : (
            <OnlyTheApplicant appId={data.appId} />
          )}
          <ButtonLink
            variant={data.isBought ? 'action' : 'quiet'}
            href={(data.isBought ? (skip.boughtHref ?? skip.href) : skip.href)(data.appId)}
            className="mt-4 w-full"
          >
            {data.isBought ? 'Continue' : skip.label}
          </ButtonLink>
        </Card>
      </div>
    </Section>
  )
}

function Bought({ label, isDisputed }: { label: string; isDisputed: boolean }) {
  return isDisputed ? (
    <Notice tone="warning" className="mt-6" title={`${label}: the payment is disputed`}>
      <p>{disputedWords}</p>
    </Notice>
  ) : (
    <Notice tone="success" className="mt-6" title={`${label}: paid`}>
      <p>There is nothing more to pay for it.</p>
    </Notice>
  )
}
