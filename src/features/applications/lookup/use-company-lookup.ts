import { useRef, useState } from 'react'
import type { FoundCompany } from '#domain/found-company.ts'
import { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { CompanyAnswer, CompanyLookup } from './schema.ts'

const limitedDefault = 'The company registry is rate-limiting requests. You can continue without verification.'

/** `asOf`: null when it is the registry's present answer. */
export type LoadedCompany = NonNullable<CompanyAnswer['data']> & { asOf: string | null }

type CompanyLookupState = 'idle' | 'limited' | 'error'

/** An empty question, the one asked last, and any while another is running are skipped. Failures are shown in a toast. */
export function useCompanyLookup() {
  const toast = useToast()
  const [state, setState] = useState<CompanyLookupState>('idle')
  const [items, setItems] = useState<FoundCompany[] | null>(null)
  const [asOf, setAsOf] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const asked = useRef('')
  const found = useRef<FoundCompany[] | null>(null)
  const running = useRef(false)

  /** @param shows the result of the question asked last is shown again where it is the same. */
  async function lookUp(typed: string, shows = false): Promise<void> {
    const query = typed.trim()
    if (!query || running.current) return
    if (query === asked.current) {
      if (shows) setItems(found.current)
      return
    }
    asked.current = query
    running.current = true
    setBusy(true)
    setState('idle')
    setItems(null)
    try {
      const answer = await callApi<CompanyLookup>('lookUpCompanies', { query: { query } })
      if (answer.status === 'ok') {
        found.current = answer.data.items
        setItems(answer.data.items)
        setAsOf(answer.as_of ?? null)
      } else if (answer.status === 'limited') limited(answer.message)
      else unavailable()
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 429) limited(problem.failure?.error ?? '')
      else if (problem instanceof ApiError) unavailable()
      else failed()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** Null where it could not be had, which a toast has then said. */
  async function load(number: string): Promise<LoadedCompany | null> {
    try {
      const { data, as_of } = await callApi<CompanyAnswer>('getCompany', { params: { number } })
      if (data) return { ...data, asOf: as_of ?? null }
    } catch {
      // The person gets one message for every failure.
    }
    toast({ title: 'Error', description: 'Failed to load company details', variant: 'destructive' })
    return null
  }

  return { state, items, asOf, busy, lookUp, load, close: () => setItems(null) }

  function notAnswered(state: 'limited' | 'error', said: Parameters<typeof toast>[0]) {
    // A question without an answer may be asked again.
    asked.current = ''
    setState(state)
    toast(said)
  }

  function limited(message: string) {
    notAnswered('limited', { title: 'Company Search Limited', description: message || limitedDefault })
  }

  function unavailable() {
    const description = 'Company lookup is temporarily unavailable and may be skipped.'
    notAnswered('error', { title: 'Company Search Unavailable', description })
  }

  function failed() {
    const description = 'The lookup failed. You can skip verification.'
    notAnswered('error', { title: 'Company Search Error', description, variant: 'destructive' })
  }
}
