import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Arrived } from '#wire/deferred.ts'
import type { Outstanding } from './rules.ts'

/** Milliseconds between two looks (fewer than the provider may be asked about one application), and how many there are before the person is left to reload the page. */
const lookEvery = 6_000
const maxLooks = 20

/** Says so, and shows the page again once it is known; a reload does the same without a script. */
export function PaymentConfirming({ outstanding }: { outstanding: Outstanding }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    // With its query: it has the code that the payer has come with.
    const address = search ? `${path}?${search}` : path
    let looks = 0
    const timer = setInterval(async () => {
      if (++looks >= maxLooks) clearInterval(timer)
      // Only looked at: the page moves when there is something else to show, not at every look.
      const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => null)
      const state = response?.ok ? ((await response.json()) as { data: ConfirmingData }) : null
      if (!state || outstandingOf(state.data)) return
      clearInterval(timer)
      navigate(address, { replace: true })
    }, lookEvery)
    return () => clearInterval(timer)
  }, [path, search, navigate])
  return (
    <Notice className="mt-8">
      {outstanding === 'under-way' ? (
        <>
          <Spinner label="A payment is being confirmed." />
          <p className="mt-2">
            The payment provider has not told us the result yet. A bank debit can take days. Please do not pay again.
            This page will show the result, and we will email you.
          </p>
        </>
      ) : (
        <>
          <Spinner label="We cannot reach the payment provider at the moment." />
          <p className="mt-2">
            You opened a payment page earlier. If you paid there, please do not pay again. This page will show the
            result, and we will email you.
          </p>
        </>
      )}
    </Notice>
  )
}

type ConfirmingData = { outstanding?: Outstanding | null; end?: Arrived<{ outstanding?: Outstanding | null }> }

function outstandingOf({ outstanding, end }: ConfirmingData): Outstanding | null {
  if (end) return 'value' in end ? (end.value.outstanding ?? null) : 'unanswered'
  return outstanding ?? null
}

export function AskingProvider() {
  return (
    <Section narrow>
      <h1 className="visually-hidden">Your accreditation</h1>
      <Spinner label="Loading your accreditation details..." />
    </Section>
  )
}
