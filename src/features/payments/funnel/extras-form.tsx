import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ExtraId, extraIds, extras, upsellIds } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { priceWithVat, vatWords } from '#domain/vat.ts'
import type { PageData } from '#page/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { extraTexts } from '../content.ts'
import { KeyTerms, MonthlyChoices, monthlyChoices } from '../key-terms.tsx'
import { OnlyTheApplicant } from '../only-the-applicant.tsx'
import { extrasTerms } from '../terms.ts'
import { pageAfter } from './funnel.ts'
import type { accreditationSuccess } from './server/accreditation-success.ts'
import { usePaymentStart } from './use-payment-start.ts'

export type PublishedData = Extract<PageData<typeof accreditationSuccess>, { kind: 'published' }>

export function ExtrasForm({ data }: { data: PublishedData }) {
  const form = useRef<HTMLFormElement>(null)
  // Null until a script reads them: without one the terms of all stand above the button.
  const [ticked, setTicked] = useState<ExtraId[] | null>(null)
  const selected = ticked ?? data.selected
  const isMonthly = !data.bought.includes('advertising') && (ticked?.includes('advertising') ?? true)
  const { busy, start } = usePaymentStart('createExtrasSession')
  const read = () => setTicked(extraIds.filter((id) => form.current && new FormData(form.current).has(id)))

  // What was ticked before the page came alive counts, too.
  useEffect(read, [])

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (selected.length > 0)
      start({ applicationId: data.appId, services: selected, ...monthlyChoices(event.currentTarget) })
  }
  const total = selected.reduce((sum, id) => sum + extras[id].pence, 0)
  const isAllBought = data.bought.length === extraIds.length
  return (
    <Section tone="sunken" narrow labelledBy="services">
      <h2 id="services">Optional extras</h2>
      <p className="mt-3">
        You can say no to each. None changes a decision, an assessment or your entry’s place in the queue.{' '}
        <a href={pageAfter('listing', data.appId)}>Continue: optional extras, {upsellIds.length} pages</a>
      </p>
      {data.problem && <Notice tone="danger" live="alert" className="mt-6" title="Payment Error" text={data.problem} />}
      <form
        ref={form}
        method="post"
        action={data.here}
        onSubmit={pay}
        onChange={read}
        className="group mt-6 flex flex-col gap-4"
      >
        <fieldset>
          <legend className="font-semibold">Select what you would like to add</legend>
          {extraIds.map((id) => (
            <Service key={id} id={id} data={data} />
          ))}
        </fieldset>
        {!data.mayPay ? (
          <OnlyTheApplicant appId={data.appId} />
        ) : (
          !isAllBought && (
            <>
              <p role="status" className="needs-script flex justify-between gap-4 text-lg font-semibold figures">
                <span>Total today</span>
                <span>{priceWithVat(total, data.vat)}</span>
              </p>
              <div className="hidden group-has-[:checked]:block">
                <div className="flex flex-col gap-5">
                  {isMonthly && <MonthlyChoices startsOn={data.startsOn} />}
                  <KeyTerms items={extrasTerms(data, isMonthly)} />
                  <Button busy={busy} busyText="Processing..." className="w-full">
                    Purchase Selected Services
                  </Button>
                </div>
              </div>
            </>
          )
        )}
      </form>
    </Section>
  )
}

function Service({ id, data: { vat, bought, selected } }: { id: ExtraId; data: PublishedData }) {
  const { label, pence, interval } = extras[id]
  const included = vatWords(pence, vat)
  const title = (
    <span className="font-semibold">
      {label}, <span className="figures">{`${pounds(pence)}${interval ? ` per ${interval}` : ''}`}</span>
      {included && <span className="text-sm font-normal text-muted">, {included}</span>}
    </span>
  )
  return (
    <div className="border-b border-border">
      {bought.includes(id) ? (
        <p className="flex flex-wrap items-center justify-between gap-3 py-2.5">
          {title}
          <Badge tone="accredited">Paid</Badge>
        </p>
      ) : (
        <Checkbox name={id} value="1" defaultChecked={selected.includes(id)} label={title} hint={extraTexts[id]} />
      )}
    </div>
  )
}
