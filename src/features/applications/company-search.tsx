import { useEffect, useRef, useState } from 'react'
import { companySuggestion, type FoundCompany, plainStatus } from '#domain/found-company.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import { useDraftForm } from './draft-field.tsx'
import type { CompanyAnswer, CompanyLookup } from './lookup/schema.ts'

/** Milliseconds from leaving the search field to the look-up of its text. */
const blurDelayMs = 750

/** Optional help: name and number can be typed. */
export function CompanySearch({ onTake }: { onTake?: () => void }) {
  const form = useDraftForm()
  const { state, items, asOf, busy, lookUp, load, close } = useCompanyLookup()
  const [text, setText] = useState('')
  const [taken, setTaken] = useState<LoadedCompany | null>(null)
  const latest = useRef({ text, lookUp })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = { text, lookUp }
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  async function take(number: string) {
    clearTimeout(timer.current)
    const company = await load(number)
    if (!company) return
    close()
    setText('')
    onTake?.()
    form.setFieldValue('name', nameInSmallLetters(company.company_name))
    form.setFieldValue('companyNo', company.company_number)
    setTaken(company)
  }

  const suggestions = items?.map(companySuggestion)

  return (
    <SuggestionField
      id="companySearch"
      label="Find your company"
      hint="Search by company name or number. If the company registry confirms your company, your application is approved at once. If not, a person reviews it."
      value={text}
      onType={(typed) => {
        setText(typed)
        close()
      }}
      onEnter={() => void lookUp(text, true)}
      onBlur={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void latest.current.lookUp(latest.current.text), blurDelayMs)
      }}
      onClose={close}
      onTake={(number) => void take(number)}
      suggestions={suggestions ?? null}
      none="No companies found. Check the spelling, or fill in the details below."
      busy={busy}
      button={
        <Button variant="quiet" busy={busy} busyText="Search" onClick={() => void lookUp(text, true)}>
          Search
        </Button>
      }
    >
      {state === 'limited' && <Notice tone="warning" className="mt-3" text={limitedDefault} />}
      {state === 'error' && <Notice tone="danger" className="mt-3" text={unavailableWords} />}
      {items && items.length > 0 && asOf && (
        <p className="mt-2 text-sm text-muted">From the company registry as it was on {londonDateOf(asOf)}.</p>
      )}
      {taken && <Taken company={taken} />}
    </SuggestionField>
  )
}

function Taken({ company }: { company: LoadedCompany }) {
  const { company_name: name, company_number: number, previous_company_names: former, asOf } = company
  const status = company.company_status_detail || company.company_status
  return (
    <Notice tone={status === 'active' ? 'success' : 'warning'} live="status" className="mt-3">
      <p>
        <strong>{name}</strong>, number <span className="figures">{number}</span>, is filled in.
      </p>
      {former.length > 0 && <p>Formerly {former.join('; ')}.</p>}
      {status !== 'active' && (
        <p>The company registry shows it as “{plainStatus(status)}”, so a person will review the application.</p>
      )}
      {asOf && <p>From the company registry as it was on {londonDateOf(asOf)}. We check again when you submit.</p>}
    </Notice>
  )
}

const limitedDefault = 'The company registry is rate-limiting requests. You can continue without verification.'
const unavailableWords = 'Company lookup is temporarily unavailable and may be skipped.'

/** `asOf`: null when it is the registry's present answer. */
type LoadedCompany = NonNullable<CompanyAnswer['data']> & { asOf: string | null }

const unanswered = {
  limited: { title: 'Company Search Limited', description: limitedDefault },
  error: { title: 'Company Search Unavailable', description: unavailableWords },
  failed: {
    title: 'Company Search Error',
    description: 'The lookup failed. You can skip verification.',
    variant: 'destructive',
  },
} as const

/** An empty question, the one asked last, and any while another is running are skipped. Failures are shown in a toast. */
function useCompanyLookup() {
  const toast = useToast()
  const [state, setState] = useState<'idle' | 'limited' | 'error'>('idle')
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
      } else notAnswered(answer.status, answer.status === 'limited' ? answer.message : '')
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 429) notAnswered('limited', problem.failure?.error)
      else notAnswered(problem instanceof ApiError ? 'error' : 'failed')
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

  function notAnswered(why: keyof typeof unanswered, message = '') {
    // A question without an answer may be asked again.
    asked.current = ''
    setState(why === 'limited' ? 'limited' : 'error')
    toast({ ...unanswered[why], ...(message && { description: message }) })
  }
}
