import { type FormEvent, useState } from 'react'
import type { PackageId } from '#domain/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { callApi } from '#wire/call-api.ts'
import { toasts } from './content.ts'
import type { AppliedCoupon } from './rules.ts'

type Verdict =
  | { valid: true; coupon: { code: string; discount: number; description: string }; pricing: { finalPrice: number } }
  | { valid: false; error?: string }

export function CouponBox({
  id,
  applied,
  demo,
  onApply,
}: {
  id: PackageId
  demo: { code: string; percentOff: number } | null
  applied: AppliedCoupon | null
  onApply: (coupon: AppliedCoupon | null) => void
}) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const toast = useToast()

  async function apply(event: FormEvent) {
    event.preventDefault()
    if (busy || !code.trim()) return
    setBusy(true)
    try {
      const body = { couponCode: code.trim(), package: id }
      const verdict = await callApi<Verdict>('validateCoupon', { body })
      if (verdict.valid) {
        const { code, discount: percent, description } = verdict.coupon
        onApply({ code, percent, description, finalPence: verdict.pricing.finalPrice })
        toast(toasts.applied(percent))
      } else {
        onApply(null)
        const { title, description } = toasts.invalid
        toast({ title, description: verdict.error || description, variant: 'destructive' })
      }
    } catch {
      toast({ ...toasts.failed, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  const remove = () => {
    setCode('')
    onApply(null)
  }

  return (
    <form onSubmit={apply} className="flex items-end gap-3">
      <Field
        id="discount-code"
        label="Discount code"
        hint={demo && `To try it: the code ${demo.code} takes ${demo.percentOff}% off`}
        optional
        className="flex-1 min-w-0"
      >
        {(control) => (
          <input
            {...control}
            type="text"
            className="control uppercase"
            value={code}
            onChange={(event) => setCode(event.target.value.toUpperCase())}
            maxLength={40}
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Button variant="quiet" disabled={!code.trim()} busy={busy} busyText="Applying...">
        Apply
      </Button>
      {applied && (
        <Button variant="quiet" onClick={remove}>
          Remove
        </Button>
      )}
    </form>
  )
}
