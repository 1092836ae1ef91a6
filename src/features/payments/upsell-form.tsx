import { Button } from '../../ui/button.tsx'
import { Terms } from './offer-parts.tsx'
import { usePaymentStart } from './use-payment-start.ts'

/** One button that starts a payment, with the terms beside it. Without a script an ordinary post to the page. */
export function UpsellForm({
  appId,
  call,
  action,
  label,
  terms,
}: {
  appId: string
  call: 'createMarketingSession' | 'createAdsSession'
  action: string
  label: string
  terms: string
}) {
  const { busy, start } = usePaymentStart(call)
  return (
    <form
      method="post"
      action={action}
      className="mt-6 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        start({ applicationId: appId })
      }}
    >
      <Button type="submit" busy={busy} busyText="Processing..." className="w-full">
        {label}
      </Button>
      <Terms>{terms}</Terms>
    </form>
  )
}
