import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type PackageId, packages } from '#domain/catalogue.ts'
import { areSamples } from '#domain/claims.ts'
import { poundsAndPence } from '#domain/money.ts'
import { keepSentApplication } from '#features/applications/state.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useToast } from '#ui/toast.tsx'
import { definePage } from '#wire/page.ts'
import { packageTexts, simulation, toasts } from './content.ts'
import { CouponBox } from './coupon-box.tsx'
import { type AppliedCoupon, keepSelectedPackage, readSelectedPackage, totals } from './rules.ts'
import type { checkout } from './server.ts'

type Data = PageData<typeof checkout>

export const page = definePage<Data>(CheckoutPage, 'Package checkout')

function CheckoutPage({ data }: { data: Data }) {
  const selected = useSelectedPackage()
  return (
    <Section>
      <a href={href('applicationApproved')} className="inline-flex items-center gap-2 min-h-11">
        <Icon icon="i-arrow-left" /> Back
      </a>
      <PageHeading className="mt-4" />
      <Notice tone="warning" className="mt-6" title="This is a simulation" text={simulation} />
      {selected ? <Checkout id={selected} data={data} /> : <Waiting />}
    </Section>
  )
}

function Waiting() {
  return (
    <>
      <Spinner label="Loading your package..." className="needs-script mt-8" />
      <noscript>
        <div className="mt-8">
          <EmptyState icon="i-file-search" title="The simulated checkout needs JavaScript.">
            <ButtonLink href={href('apply')}>Start Application</ButtonLink>
          </EmptyState>
        </div>
      </noscript>
    </>
  )
}

function Checkout({ id, data }: { id: PackageId; data: Data }) {
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null)
  return (
    <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] items-start">
      <div className="lg:order-2 flex flex-col gap-6">
        <OrderSummary id={id} coupon={coupon} data={data} />
        <CouponBox id={id} demo={data.demoCoupon} applied={coupon} onApply={setCoupon} />
      </div>
      <CardForm duePence={totals(id, coupon, data).duePence} />
    </div>
  )
}

/** Without a selected package it leads back to the application. */
function useSelectedPackage(): PackageId | null {
  const [selected, select] = useState<PackageId | null>(null)
  const [, navigate] = useLocation()
  useEffect(() => {
    const kept = readSelectedPackage()
    if (kept) select(kept)
    else navigate(href('apply'), { replace: true })
  }, [navigate])
  return selected
}

function OrderSummary({ id, coupon, data }: { id: PackageId; coupon: AppliedCoupon | null; data: Data }) {
  const { listPence, upgradePence, couponPence, duePence } = totals(id, coupon, data)
  return (
    <Card as="section">
      <h2 className="text-xl">Order summary</h2>
      <p className="mt-3">
        <strong>{packages[id].label} package</strong>
        <span className="block text-sm text-muted">{packageTexts[id]}</span>
      </p>
      <dl className="mt-4 flex flex-col gap-2 text-sm figures" aria-live="polite">
        <Line
          term={upgradePence > 0 ? `Original price${areSamples(data.was) ? ' (sample: invented)' : ''}` : 'Price'}
          amount={poundsAndPence(listPence)}
        />
        {upgradePence > 0 && <Line term="Upgrade discount" amount={`−${poundsAndPence(upgradePence)}`} />}
        {coupon && (
          <Line
            term={`Code ${coupon.code} (${coupon.percent}%, ${coupon.description})`}
            amount={`−${poundsAndPence(couponPence)}`}
          />
        )}
        <div className="flex justify-between gap-4 pt-2 border-t border-border font-semibold text-base">
          <dt>Total</dt>
          <dd>{poundsAndPence(duePence)}</dd>
        </div>
      </dl>
    </Card>
  )
}

function Line({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal">{term}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

const processingMs = 2_000

/** Its fields have neither `name` nor `autocomplete`, so that no browser fills them in, keeps them or sends them. */
function CardForm({ duePence }: { duePence: number }) {
  const [processing, setProcessing] = useState(false)
  const [, navigate] = useLocation()
  const toast = useToast()

  useEffect(() => {
    if (!processing) return
    const timer = setTimeout(() => {
      toast(toasts.paid)
      keepSelectedPackage(null)
      keepSentApplication(null)
      navigate(href('home'))
    }, processingMs)
    return () => clearTimeout(timer)
  }, [processing, navigate, toast])

  const pay = (event: FormEvent) => {
    event.preventDefault()
    setProcessing(true)
  }

  return (
    <form onSubmit={pay} className="flex flex-col gap-5">
      <h2 className="text-xl">Card details (simulated)</h2>
      <Pretend id="pretend-holder" label="Name on the card" />
      <Pretend id="pretend-digits" label="Card number" hint="Type any digits. Do not use a real card number." digits />
      <div className="grid grid-cols-2 gap-4">
        <Pretend id="pretend-end" label="Expiry date" placeholder="MM/YY" />
        <Pretend id="pretend-check" label="Security code" digits />
      </div>
      <div>
        <Button busy={processing} busyText="Processing...">
          Simulate payment — {poundsAndPence(duePence)}
        </Button>
      </div>
    </form>
  )
}

type PretendProps = { id: string; label: string; hint?: string; digits?: boolean; placeholder?: string }

function Pretend({ digits, placeholder, ...field }: PretendProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="text"
          className="control"
          inputMode={digits ? 'numeric' : undefined}
          placeholder={placeholder}
          maxLength={60}
          spellCheck={false}
          required
        />
      )}
    </Field>
  )
}
