import { useEffect, useRef } from 'react'
import { adminHref } from '#admin-pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** "End now", which asks first: the question stands in the button's place, behind an address of its own. */
export function EndCoupon({ code, isAsked }: { code: string; isAsked: boolean }) {
  if (isAsked) return <Question code={code} />
  return (
    <ButtonLink variant="quiet" href={adminHref('adminCoupons', { end: code })}>
      End now<VisuallyHidden>: {code}</VisuallyHidden>
    </ButtonLink>
  )
}

function Question({ code }: { code: string }) {
  const box = useRef<HTMLFormElement>(null)
  // The press has taken the button away: the person goes on at the question.
  useEffect(() => box.current?.focus(), [])
  return (
    <form
      ref={box}
      tabIndex={-1}
      method="post"
      action={adminHref('adminCoupons')}
      aria-labelledby="end-coupon"
      className="flex flex-col items-start gap-2 min-w-48"
    >
      <input type="hidden" name="intent" value="end" />
      <input type="hidden" name="code" value={code} />
      <p id="end-coupon" className="font-semibold">
        {`End ${code} for everybody?`}
      </p>
      <p className="text-sm text-muted">You cannot start it again.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" name="sure" value="1">
          End the code
        </Button>
        <ButtonLink variant="quiet" href={adminHref('adminCoupons')}>
          Keep it
        </ButtonLink>
      </div>
    </form>
  )
}
