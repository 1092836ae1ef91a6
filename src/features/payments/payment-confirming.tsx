import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { DeferredResult } from '#wire/deferred.ts'
import type { OutstandingPayment } from './rules.ts'

const words: Record<OutstandingPayment, { label: string; text: string }> = {
  'under-way': {
    label: 'A payment is being confirmed.',
    text: 'The payment provider has not told us the result yet. A bank debit can take days. Please do not pay again. This page will show the result, and we will email you.',
  },
  unanswered: {
    label: 'We cannot reach the payment provider at the moment.',
    text: 'You opened a payment page earlier. If you paid there, please do not pay again. This page will show the result, and we will email you.',
  },
}

/** Says so, and shows the page again once it is known; a reload does the same without a script. */
export function PaymentConfirming({ outstanding }: { outstanding: OutstandingPayment }) {
  const { label, text } = words[outstanding]
  const [path] = useLocation()
  const search = useSearch()
  // With its query: it has the code that the payer has come with. Milliseconds between two looks (fewer than the provider may be asked about
  // one application), and how many there are before the person is left to reload the page.
  useLooks(search ? `${path}?${search}` : path, { every: 6_000, max: 20, isOver: isSettled })
  return (
    <Notice className="mt-8">
      <Spinner label={label} />
      <p className="mt-2">{text}</p>
    </Notice>
  )
}

type ConfirmingData = { outstanding?: OutstandingPayment | null }

function isSettled(data: unknown): boolean {
  const { outstanding, end } = data as ConfirmingData & { end?: DeferredResult<ConfirmingData> }
  if (end) return 'value' in end && !end.value.outstanding
  return !outstanding
}

export function AskingProvider() {
  return (
    <Section narrow>
      <h1 className="visually-hidden">Your accreditation</h1>
      <Spinner label="Loading your accreditation details..." />
    </Section>
  )
}

/**
 * Asks for a page's data every so many milliseconds, `max` times at most, and goes there once `isOver` says so. It is only looked at: the page
 * moves when there is something else to show, not at every look.
 */
export function useLooks(
  address: string,
  { every, max, isOver }: { every: number; max: number; isOver: (data: unknown) => boolean },
): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    let looks = 0
    const timer = setInterval(async () => {
      if (++looks >= max) clearInterval(timer)
      const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => null)
      const state = response?.ok ? ((await response.json()) as { data: unknown }) : null
      if (!state || !isOver(state.data)) return
      clearInterval(timer)
      navigate(address, { replace: true })
    }, every)
    return () => clearInterval(timer)
  }, [address, every, max, isOver, navigate])
}
