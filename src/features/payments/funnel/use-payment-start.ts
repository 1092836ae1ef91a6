import { useEffect, useState } from 'react'
import type { UpsellCall } from '#api.ts'
import { useToast } from '#ui/toast.tsx'
import { callApi } from '#wire/call-api.ts'

/** Starts a payment from a form: the browser goes to the payment page, or a toast says that it could not. */
export function usePaymentStart(call: UpsellCall | 'createExtrasSession') {
  const [busy, setBusy] = useState(false)
  const toast = useToast()

  useShownAgain(() => setBusy(false))

  return {
    busy,
    async start(body: {
      applicationId: string
      engraving?: string
      services?: string[]
      buyer?: string
      startNow?: boolean
    }) {
      if (busy) return
      setBusy(true)
      try {
        const { checkoutUrl, error } = await callApi<{ checkoutUrl?: string; error?: string }>(call, { body })
        if (!checkoutUrl) throw new Error(error ?? 'Failed to create checkout session')
        window.location.assign(checkoutUrl)
      } catch (problem) {
        console.error(problem instanceof Error ? problem.message : problem)
        setBusy(false)
        toast({
          title: 'Payment Error',
          description: 'Failed to initiate payment. Please try again.',
          variant: 'destructive',
        })
      }
    },
  }
}

/** Back from the payment page the browser may show this page as it was left: busy. */
export function useShownAgain(reset: () => void): void {
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  })
}
