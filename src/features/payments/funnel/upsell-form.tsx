import { type FormEvent, useRef, useState } from 'react'
import { upsellCall } from '#api.ts'
import { products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { offers } from '../content.ts'
import { KeyTerms, MonthlyChoices, monthlyChoices } from '../key-terms.tsx'
import { maxEngraving, readEngraving } from '../rules.ts'
import { upsellTerms } from '../terms.ts'
import { pageOf } from './funnel.ts'
import type { upsell } from './server/upsell.ts'
import { usePaymentStart } from './use-payment-start.ts'

export type UpsellOffer = Extract<PageData<typeof upsell>, { kind: 'offer' }>

/** Without a script an ordinary post to the page. */
export function UpsellForm({ data }: { data: UpsellOffer }) {
  const { product, appId } = data
  const { pence, interval } = products[product]
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState(data.engravingProblem)
  const { busy, start } = usePaymentStart(upsellCall(product))
  const toast = useToast()
  const isEngraved = 'isEngraved' in products[product]

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isEngraved) return start({ applicationId: appId, ...(interval && monthlyChoices(event.currentTarget)) })
    const typed = input.current?.value ?? ''
    const engraving = readEngraving(typed)
    if ('text' in engraving) {
      setProblem(null)
      return start({ applicationId: appId, engraving: typed })
    }
    setProblem(engraving.problem)
    toast({ title: 'Missing Information', description: engraving.problem, variant: 'destructive' })
    input.current?.focus()
  }
  return (
    <form method="post" action={pageOf(product, appId)} onSubmit={pay} noValidate className="mt-6 flex flex-col gap-4">
      {isEngraved && (
        <Engraving input={input} typed={data.engraving} problem={problem} solved={() => setProblem(null)} />
      )}
      {interval && <MonthlyChoices startsOn={data.startsOn} />}
      <KeyTerms items={upsellTerms(product, data)} />
      <Button busy={busy} busyText="Processing..." className="w-full">
        {offers[product].button.replace('{price}', pounds(pence))}
      </Button>
    </form>
  )
}

function Engraving(props: {
  input: React.RefObject<HTMLInputElement | null>
  typed: string
  problem: string | null
  solved: () => void
}) {
  const [used, setUsed] = useState(props.typed.length)
  return (
    <TextInput
      ref={props.input}
      label="Engraving"
      hint="The text for the trophy, as you want it engraved."
      name="engraving"
      defaultValue={props.typed}
      onChange={({ currentTarget: { value } }) => {
        setUsed(value.length)
        if (value.trim()) props.solved()
      }}
      maxLength={maxEngraving}
      counter={{ used, max: maxEngraving }}
      required
      autoComplete="off"
      error={props.problem ?? undefined}
    />
  )
}
