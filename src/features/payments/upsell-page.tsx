import { funnel, orderLabel, products, type UpsellId } from '../../domain/catalogue.ts'
import type { ContentFlags } from '../../domain/content-flags.ts'
import { pounds, poundsAndPence } from '../../domain/money.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Price } from '../../ui/price.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { StatCard, StatList } from '../../ui/stat-card.tsx'
import { definePage } from '../../wire/page.ts'
import { AccreditationWithheld } from './accreditation-withheld.tsx'
import { ApplicationNotApproved } from './application-not-approved.tsx'
import { ApplicationNotFound } from './application-not-found.tsx'
import { type Offer, type OfferSection, offers } from './content.ts'
import { pageAfter, pageAfterSkip } from './funnel.ts'
import { OnlyTheApplicant } from './only-the-applicant.tsx'
import { PaymentConfirming } from './payment-confirming.tsx'
import { disputedWords } from './rules.ts'
import type { Upsell } from './state.ts'
import { UpsellForm } from './upsell-form.tsx'

export const page = definePage<Upsell>({
  Component: UpsellPage,
  meta: (data) => ({ title: data.kind === 'not-found' ? 'Application Not Found' : offers[data.product].title }),
})

/** The offer of one product after the listing: where it stands in the funnel, what it is beside what it costs, and the way past it. */
function UpsellPage({ data }: { data: Upsell }) {
  if (data.kind === 'not-found') return <ApplicationNotFound />
  if (data.kind === 'not-approved') return <ApplicationNotApproved status={data.status} />
  if (data.kind === 'withheld') return <AccreditationWithheld appId={data.appId} why={data.why} />
  const { product, appId, flags, isBought } = data
  const label = orderLabel(product)
  const offer: Offer = offers[product]
  return (
    <Section>
      <ProgressBar step={funnel.indexOf(product) + 1} of={funnel.length} name={label} />
      {data.paidBefore && (
        <Notice tone="success" live="status" className="mt-8">
          <p>Thank you. Paid: {data.paidBefore}.</p>
        </Notice>
      )}
      {data.outstanding && <PaymentConfirming outstanding={data.outstanding} />}
      <PageHeading className="mt-8" eyebrow={`${data.organisation} · ${data.title}`} lead={offer.lead}>
        {offer.heading}
      </PageHeading>
      <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] items-start">
        <div className="flex flex-col gap-10">
          {offer.sections.map((section) => (
            <Part key={'id' in section ? section.id : section.kind} section={section} flags={flags} />
          ))}
        </div>
        <Card as="section" className="lg:sticky lg:top-6">
          <h2 className="text-xl">Your order</h2>
          <PriceBox product={product} offer={offer} flags={flags} />
          {data.problem && (
            <Notice tone="danger" live="alert" className="mt-6" title="Payment Error">
              <p>{data.problem}</p>
            </Notice>
          )}
          {isBought ? (
            <Bought label={label} isDisputed={data.isDisputed} />
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

function PriceBox({ product, offer, flags }: { product: UpsellId; offer: Offer; flags: ContentFlags }) {
  const { pence, interval } = products[product]
  const was = flags.savings ? offer.was : undefined
  return (
    <>
      <p className="mt-4 font-serif text-4xl">
        <Price pence={pence} was={was} per={interval ? `per ${interval}` : undefined} />
      </p>
      {offer.badge && was && flags.scarcity && (
        <p className="mt-2">
          <Badge tone="gold">{offer.badge}</Badge>
        </p>
      )}
      {offer.note && (
        <p className="mt-1 text-muted">
          {offer.note}
          {was && offer.save && ` Normally ${pounds(was)}, save ${pounds(offer.save)}.`}
        </p>
      )}
      {offer.parts && (
        <dl className="mt-4 flex flex-col gap-2 text-sm figures">
          {was && (
            <>
              {offer.parts.map(([name, amount]) => (
                <div key={name} className="flex justify-between gap-4">
                  <dt className="font-normal">{name}</dt>
                  <dd>{pounds(amount)}</dd>
                </div>
              ))}
              <div className="flex justify-between gap-4 pt-2 border-t border-border font-semibold">
                <dt>Total value</dt>
                <dd>{pounds(was)}</dd>
              </div>
            </>
          )}
          <div className="flex justify-between gap-4 font-semibold text-base">
            <dt>To pay today</dt>
            <dd>{poundsAndPence(pence)}</dd>
          </div>
        </dl>
      )}
    </>
  )
}

function Part({ section, flags }: { section: OfferSection; flags: ContentFlags }) {
  switch (section.kind) {
    case 'claims':
      return flags.claims ? (
        <StatList>
          {section.items.map(([value, label]) => (
            <StatCard key={label} value={value} label={label} />
          ))}
        </StatList>
      ) : null
    case 'notice':
      return (
        <Notice title={section.title}>
          <p>{section.text}</p>
        </Notice>
      )
    case 'testimonials':
      return flags.testimonials ? <Testimonials title={section.title} items={section.items} /> : null
    default:
      return (
        <section aria-labelledby={section.id}>
          <h2 id={section.id} className="text-xl">
            {section.title}
          </h2>
          <ul className={`mt-4 grid gap-x-8 ${section.kind === 'list' ? 'gap-y-2' : 'gap-y-5'} sm:grid-cols-2`}>
            {section.items.map((item) => {
              const [name, text] = typeof item === 'string' ? [item] : item
              return (
                <li key={name} className="flex gap-3">
                  <Icon icon="i-check" className="mt-1.25 text-link" />
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
        </section>
      )
  }
}

function Testimonials({ title, items }: Omit<Extract<OfferSection, { kind: 'testimonials' }>, 'kind'>) {
  return (
    <section aria-labelledby="testimonials">
      <h2 id="testimonials" className="text-xl">
        {title}
      </h2>
      <div className="mt-4 grid gap-6 md:grid-cols-3">
        {items.map(([words, who]) => (
          <figure key={who} className="pl-4 border-l-3 border-gold">
            <blockquote>
              <p>“{words}”</p>
            </blockquote>
            <figcaption className="mt-2 text-sm text-muted">{who}</figcaption>
          </figure>
        ))}
      </div>
    </section>
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
