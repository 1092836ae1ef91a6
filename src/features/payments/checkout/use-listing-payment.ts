import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { href } from '#pages.ts'
import { callApi } from '#wire/call-api.ts'
import { useShownAgain } from '../funnel/use-payment-start.ts'

/** Milliseconds after which a payer who is still here is given the address to press. */
const slowAfter = 5_000

export function useListingPayment(appId: string, coupon: string | null) {
  const [state, setState] = useState<{ kind: 'idle' } | { kind: 'redirecting'; url: string | null; isSlow: boolean }>({
    kind: 'idle',
  })
  const [, navigate] = useLocation()
  const url = state.kind === 'redirecting' ? state.url : null

  useEffect(() => {
    if (!url) return
    const timer = setTimeout(() => setState({ kind: 'redirecting', url, isSlow: true }), slowAfter)
    return () => clearTimeout(timer)
  }, [url])

  useShownAgain(() => setState({ kind: 'idle' }))

  const pay = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const buyer = new FormData(event.currentTarget).get('buyer')
    if (state.kind === 'redirecting') return
    setState({ kind: 'redirecting', url: null, isSlow: false })
    const fallback = href('listingCheckoutFallback', { appId, coupon })
    try {
      const answer = await callApi<{ url?: string; fallbackUrl?: string }>('createListingSession', {
        body: { applicationId: appId, ...(coupon ? { coupon } : {}), ...(buyer ? { buyer } : {}) },
      })
      if (!answer.url) return navigate(answer.fallbackUrl ?? fallback)
      setState({ kind: 'redirecting', url: answer.url, isSlow: false })
      window.location.assign(answer.url)
    } catch {
      navigate(fallback)
    }
  }
  return { state, pay }
}
