import { products } from '../../domain/catalogue.ts'
import { longDay } from '../../domain/london-time.ts'
import { pounds, poundsAndPence } from '../../domain/money.ts'
import { href } from '../../pages.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { definePage } from '../../wire/page.ts'
import { content } from './content.ts'
import { Claims, Features } from './offer-parts.tsx'
import type { Upsell } from './state.ts'
import { UpsellForm } from './upsell-form.tsx'
import { UpsellLayout } from './upsell-layout.tsx'

export const page = definePage<Upsell>({
  Component: AdsPage,
  meta: (data) => ({ title: data.kind === 'not-found' ? 'Application Not Found' : 'Managed ads' }),
})

const { heading, lead, features, included, claims, guarantee, terms } = content.ads
const { pence } = products.ads

function AdsPage({ data }: { data: Upsell }) {
  return (
    <UpsellLayout
      data={data}
      product="ads"
      heading={heading}
      lead={lead}
      offer={({ flags }) => (
        <>
          <Features id="features" title="What we do" items={features} />
          {flags.claims && <Claims items={claims} />}
          <Included />
          <Notice title="Guarantee">
            <p>{guarantee}</p>
          </Notice>
        </>
      )}
      price={() => (
        <>
          <p className="mt-4 font-serif text-4xl">
            <Price pence={pence} per="per month" />
          </p>
          <p className="mt-1 text-muted">{terms}</p>
        </>
      )}
      form={({ appId, renewsOn }) => (
        <UpsellForm
          appId={appId}
          call="createAdsSession"
          action={href('adsUpsell', { appId })}
          label={`Start Ads Campaign — ${pounds(pence)}/mo`}
          terms={`${poundsAndPence(pence)} today. Renews at ${pounds(pence)} per month on ${longDay(renewsOn)}, and every month after, until you cancel; it ends with the month that is paid.`}
        />
      )}
      skip={{
        label: 'No Thanks, Complete Setup',
        href: (appId) => href('applicationApproved', { application_id: appId }),
        boughtHref: (appId) => href('funnelSuccess', { appId }),
      }}
    />
  )
}

function Included() {
  return (
    <section aria-labelledby="included">
      <h2 id="included" className="text-xl">
        What is included
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {included.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon icon="i-check" className="mt-1.25 text-link" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}
