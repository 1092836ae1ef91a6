import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { poundsAndPence } from '#domain/money.ts'
import { keepSentApplication } from '#features/applications/state.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { toasts } from './content.ts'
import { keepSelectedPackage } from './state.ts'

const processingMs = 2_000

/** Its fields have neither `name` nor `autocomplete`, so that no browser fills them in, keeps them or sends them. */
export function CardForm({ duePence }: { duePence: number }) {
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
        <Button type="submit" busy={processing} busyText="Processing...">
          Simulate payment — {poundsAndPence(duePence)}
        </Button>
      </div>
    </form>
  )
}

function Pretend({
  id,
  label,
  hint,
  digits,
  placeholder,
}: {
  id: string
  label: string
  hint?: string
  digits?: boolean
  placeholder?: string
}) {
  return (
    <Field id={id} label={label} hint={hint}>
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
