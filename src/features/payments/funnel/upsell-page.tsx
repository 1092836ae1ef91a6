import type { ReactNode } from 'react'
import { orderLabel, products } from '#domain/catalogue.ts'
import { earlierPence } from '#domain/claims.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card, StatList } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Price } from '#ui/price.tsx'
import { definePage } from '#wire/page.ts'
import { type Offer, type OfferSection, offers } from '../content.ts'
import { AccreditationWithheld, ApplicationNotApproved, ApplicationNotFound } from '../not-sold.tsx'
import { OnlyTheApplicant } from '../only-the-applicant.tsx'
import { OrderMissing } from '../order-missing.tsx'
import { PaymentConfirming } from '../payment-confirming.tsx'
import { PriceRow } from '../price-row.tsx'
import { disputedWords, goldDays, goldWaitWords } from '../rules.ts'
import { pageAfter, pageAfterSkip } from './funnel.ts'
import type { upsell } from './server/upsell.ts'
import { UpsellForm, type UpsellOffer } from './upsell-form.tsx'

type Data = PageData<typeof upsell>
type OfferClaims = UpsellOffer['claims']

export const page = definePage<Data>(UpsellPage, (data) =>
  data.kind === 'unknown'
    ? 'Application Not Found'
    : data.kind === 'order-missing'
      ? 'We have your payment'
      : offers[data.product].title,
)

function UpsellPage({ data }: { data: Data }) {
  if (data.kind === 'unknown') return <ApplicationNotFound />
  if (data.kind === 'order-missing') return <OrderMissing paidPence={data.paidPence} />
  if (data.kind === 'not-approved') return <ApplicationNotApproved status={data.status} />
  if (data.kind === 'withheld') return <AccreditationWithheld appId={data.appId} why={data.why} />
  const { product, appId, claims, isBought } = data
  const label = orderLabel(product)
  const offer: Offer = offers[product]
  return (
    <Section>
      {data.paidBefore && (
        <Notice tone="success" live="status" className="mt-8" text={`Thank you. Paid: ${data.paidBefore}.`} />
      )}
      {data.outstanding && <PaymentConfirming outstanding={data.outstanding} />}
      <PageHeading className="mt-8" eyebrow={`Optional extra for ${data.title}`} lead={offer.lead}>
        {offer.heading}
      </PageHeading>
      <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] items-start">
        <div className="flex flex-col gap-10">
          {offer.sections.map((section) => (
            <Part key={'id' in section ? section.id : section.kind} section={section} claims={claims} />
          ))}
          {data.gold && (
            <Notice title="Who can get the Gold award">
              <p>
                Events that we assessed with a score of {data.gold.minScore}% or more. You can buy it before your
                assessment. If your event does not reach the score within {goldDays} days after you pay, you do not get
                the award and we refund you in full. Buying it does not change your assessment.
              </p>
            </Notice>
          )}
        </div>
        <Card as="section" className="lg:sticky lg:top-6">
          <h2 className="text-xl">Your order</h2>
          <PriceBox product={product} claims={claims} vat={data.vat} />
          {data.problem && (
            <Notice tone="danger" live="alert" className="mt-6" title="Payment Error" text={data.problem} />
          )}
          {isBought ? (
            <Bought label={label} isDisputed={data.isDisputed} gold={data.gold} />
          ) : data.mayPay ? (
            <UpsellForm data={data} />
          ) : (
            <OnlyTheApplicant appId={appId} />
          )}
          <ButtonLink
            variant={isBought ? 'action' : 'quiet'}
            href={isBought ? pageAfter(product, appId) : pageAfterSkip(product, appId)}
            className="mt-4 w-full"
          >
            {isBought ? 'Continue' : offer.skip}
          </ButtonLink>
        </Card>
      </div>
    </Section>
  )
}

function Part({ section, claims }: { section: OfferSection; claims: OfferClaims }) {
  switch (section.kind) {
    case 'claims':
      return claims.figures.length > 0 ? (
        <StatList>
          <ClaimFigures claims={claims.figures} />
        </StatList>
      ) : null
    case 'promise':
      return claims.promises.map(({ name, quote }) => (
        <Notice key={name} title={name}>
          <p>{quote}</p>
          <SampleNote claims={claims.promises}>an invented promise</SampleNote>
        </Notice>
      ))
    case 'promises':
      return claims.promises.length > 0 ? (
        <Features
          id={section.id}
          title={section.title}
          items={claims.promises.map(({ name, quote }) => [name!, quote!])}
        >
          <SampleNote claims={claims.promises}>invented promises</SampleNote>
        </Features>
      ) : null
    case 'testimonials':
      return <Testimonials title={section.title} claims={claims.testimonials} />
    default:
      return <Features {...section} dense={section.kind === 'list'} />
  }
}

function Features({
  id,
  title,
  items,
  dense = false,
  children,
}: {
  id: string
  title: string
  items: readonly (string | readonly [name: string, text: string])[]
  dense?: boolean
  children?: ReactNode
}) {
  return (
    <TitledSection id={id} title={title} heading="text-xl">
      {children}
      <ul className={`mt-4 grid gap-x-8 ${dense ? 'gap-y-2' : 'gap-y-6'} sm:grid-cols-2`}>
        {items.map((item) => {
          const [name, text] = typeof item === 'string' ? [item] : item
          return (
            <li key={name} className="flex gap-3">
              <Icon icon="i-check" className="mt-1 text-link" />
              {text ? (
                <span>
                  <strong>{name}</strong>
                  <span className="block text-muted">{text}</span>
                </span>
              ) : (
                name
              )}
            </li>
          )
        })}
      </ul>
    </TitledSection>
  )
}

function Testimonials({ title, claims }: { title: string; claims: OfferClaims['testimonials'] }) {
  if (claims.length === 0) return null
  return (
    <TitledSection id="testimonials" title={title} heading="text-xl">
      <SampleNote claims={claims}>invented quotations</SampleNote>
      <div className="mt-4 grid gap-6 md:grid-cols-3">
        {claims.map(({ quote, name, role }) => (
          <figure key={quote} className="pl-4 border-l-3 border-gold">
            <blockquote>
              <p>“{quote}”</p>
            </blockquote>
            <figcaption className="mt-2 text-sm text-muted">{role ? `${name}, ${role}` : name}</figcaption>
          </figure>
        ))}
      </div>
    </TitledSection>
  )
}

function Bought({ label, isDisputed, gold }: { label: string; isDisputed: boolean; gold: UpsellOffer['gold'] }) {
  return isDisputed ? (
    <Notice tone="warning" className="mt-6" title={`${label}: the payment is disputed`} text={disputedWords} />
  ) : (
    <Notice tone="success" className="mt-6" title={`${label}: paid`}>
      <p>You have nothing more to pay for it.</p>
      {gold?.givenAt && <p>It was given on {londonDateOf(gold.givenAt)}.</p>}
      {gold?.waitsUntil && !gold.givenAt && <p>{goldWaitWords(gold.minScore, londonDateOf(gold.waitsUntil))}</p>}
    </Notice>
  )
}

function PriceBox({ product, claims, vat }: Pick<UpsellOffer, 'product' | 'claims' | 'vat'>) {
  const offer: Offer = offers[product]
  const { pence, interval } = products[product]
  const was = earlierPence(claims.was, pence) ?? undefined
  const badge = was === undefined ? [] : claims.badge
  const parts = offer.parts ?? []
  const addsUp = parts.reduce((sum, [, amount]) => sum + amount, 0) === was
  return (
    <>
      <p className="mt-4 font-serif text-4xl">
        <Price pence={pence} was={was} per={interval ? `per ${interval}` : undefined} vat={vat} />
      </p>
      {was && <SampleNote claims={claims.was}>an invented earlier price</SampleNote>}
      {badge.map(({ value, isSample }) => (
        <p key={value} className="mt-2">
          <Badge tone="gold">{value}</Badge>
          {isSample && <span className="text-sm text-muted"> Sample: an invented deadline</span>}
        </p>
      ))}
      {offer.note && (
        <p className="mt-1 text-muted">
          {offer.note}
          {was && ` Normally ${pounds(was)}, save ${pounds(was - pence)}.`}
        </p>
      )}
      {parts.length > 0 && (
        <dl className="mt-4 flex flex-col gap-2 text-sm figures">
          {was && addsUp && (
            <>
              {parts.map(([name, amount]) => (
                <PriceRow key={name} term={name} amount={pounds(amount)} />
              ))}
              <PriceRow term="Total value" amount={pounds(was)} total="pt-2 border-t border-border font-semibold" />
            </>
          )}
          <PriceRow term="To pay today" amount={poundsAndPence(pence)} total="font-semibold text-base" />
        </dl>
      )}
    </>
  )
}
