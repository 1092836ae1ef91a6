import { products } from '../../domain/catalogue.ts'
import { pounds, poundsAndPence } from '../../domain/money.ts'
import { href } from '../../pages.ts'
import { Price } from '../../ui/price.tsx'
import { definePage } from '../../wire/page.ts'
import { content } from './content.ts'
import { Claims, Features } from './offer-parts.tsx'
import type { Upsell } from './state.ts'
import { UpsellForm } from './upsell-form.tsx'
import { UpsellLayout } from './upsell-layout.tsx'

export const page = definePage<Upsell>({
  Component: MarketingPage,
  meta: (data) => ({ title: data.kind === 'not-found' ? 'Application Not Found' : 'Marketing package' }),
})

const { heading, lead, features, claims, guarantees, testimonials, parts, was, save } = content.marketing
const { pence } = products.marketing

function MarketingPage({ data }: { data: Upsell }) {
  return (
    <UpsellLayout
      data={data}
      product="marketing"
      heading={heading}
      lead={lead}
      offer={({ flags }) => (
        <>
          <Features id="features" title="What is in the package" items={features} />
          {flags.claims && <Claims items={claims} />}
          <Features id="guarantees" title="What we promise" items={guarantees} />
          {flags.testimonials && <Testimonials />}
        </>
      )}
      price={({ flags }) => <PriceBox hasSavings={flags.savings} />}
      form={({ appId }) => (
        <UpsellForm
          appId={appId}
          call="createMarketingSession"
          action={href('marketingUpsell', { appId })}
          label={`Get Complete Package — ${pounds(pence)}`}
          terms={`${poundsAndPence(pence)} once, today. Nothing renews.`}
        />
      )}
      skip={{ label: 'Skip This Step', href: (appId) => href('adsUpsell', { appId }) }}
    />
  )
}

function PriceBox({ hasSavings }: { hasSavings: boolean }) {
  return (
    <>
      <p className="mt-4 font-serif text-4xl">
        <Price pence={pence} was={hasSavings ? was : undefined} />
      </p>
      <p className="mt-1 text-muted">
        One-time setup.{hasSavings && ` Normally ${pounds(was)}, save ${pounds(save)}.`}
      </p>
      <dl className="mt-4 flex flex-col gap-2 text-sm figures">
        {hasSavings && (
          <>
            {parts.map(([name, amount]) => (
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
    </>
  )
}

function Testimonials() {
  return (
    <section aria-labelledby="testimonials">
      <h2 id="testimonials" className="text-xl">
        What organisers say
      </h2>
      <div className="mt-4 grid gap-6 md:grid-cols-3">
        {testimonials.map(([words, who]) => (
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
