import { type FormEvent, useEffect, useRef, useState } from 'react'
import { products } from '../../domain/catalogue.ts'
import { pounds, poundsAndPence } from '../../domain/money.ts'
import { href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Price } from '../../ui/price.tsx'
import { useToast } from '../../ui/toast.tsx'
import { definePage } from '../../wire/page.ts'
import { content } from './content.ts'
import { Features, Terms } from './offer-parts.tsx'
import { maxEngraving, readEngraving } from './rules.ts'
import type { Upsell, UpsellOffer } from './state.ts'
import { UpsellLayout } from './upsell-layout.tsx'
import { usePaymentStart } from './use-payment-start.ts'

export const page = definePage<Upsell>({
  Component: AwardPage,
  meta: (data) => ({ title: data.kind === 'not-found' ? 'Application Not Found' : 'Gold award' }),
})

const { heading, lead, included, offer, was } = content.award
const { pence } = products.award

function AwardPage({ data }: { data: Upsell }) {
  return (
    <UpsellLayout
      data={data}
      product="award"
      heading={heading}
      lead={lead}
      offer={() => <Features id="included" title="What you get" items={included} />}
      price={({ flags }) => (
        <>
          <p className="mt-4 font-serif text-4xl">
            <Price pence={pence} was={flags.savings ? was : undefined} />
          </p>
          {flags.savings && flags.scarcity && (
            <p className="mt-2">
              <Badge tone="gold">{offer}</Badge>
            </p>
          )}
        </>
      )}
      form={(offered) => <AwardForm data={offered} />}
      skip={{ label: 'No Thanks, Continue', href: (appId) => href('marketingUpsell', { appId }) }}
    />
  )
}

function AwardForm({ data }: { data: UpsellOffer }) {
  const input = useRef<HTMLInputElement>(null)
  const [used, setUsed] = useState(data.engraving.length)
  const [problem, setProblem] = useState(data.engravingProblem)
  const { busy, start } = usePaymentStart('createAwardSession')
  const toast = useToast()

  // What was typed before the page came alive counts, too.
  useEffect(() => setUsed(input.current?.value.length ?? 0), [])

  const pay = (event: FormEvent) => {
    event.preventDefault()
    const typed = input.current?.value ?? ''
    const engraving = readEngraving(typed)
    if ('text' in engraving) {
      setProblem(null)
      return start({ applicationId: data.appId, engraving: typed })
    }
    setProblem(engraving.problem)
    toast({ title: 'Missing Information', description: engraving.problem, variant: 'destructive' })
    input.current?.focus()
  }
  return (
    <form
      method="post"
      action={href('awardUpsell', { appId: data.appId })}
      onSubmit={pay}
      noValidate
      className="mt-6 flex flex-col gap-4"
    >
      <TextInput
        ref={input}
        label="Engraving"
        hint="As it is to stand on the trophy."
        name="engraving"
        defaultValue={data.engraving}
        onChange={({ currentTarget: { value } }) => {
          setUsed(value.length)
          if (value.trim()) setProblem(null)
        }}
        maxLength={maxEngraving}
        counter={{ used, max: maxEngraving }}
        required
        autoComplete="off"
        error={problem ?? undefined}
      />
      <Button type="submit" busy={busy} busyText="Processing..." className="w-full">
        Add the Gold Award — {pounds(pence)}
      </Button>
      <Terms>{poundsAndPence(pence)} once, today. Nothing renews.</Terms>
    </form>
  )
}
