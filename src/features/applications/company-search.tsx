import { useEffect, useRef, useState } from 'react'
import { companySuggestion, plainStatus } from '#domain/found-company.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { type LoadedCompany, useCompanyLookup } from './lookup/use-company-lookup.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** Milliseconds from leaving the search field to the look-up of its text. */
const blurDelayMs = 750

/** Optional help: name and number can be typed. */
export function CompanySearch({ form, onTake }: { form: WizardForm; onTake?: () => void }) {
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
      {state === 'limited' && (
        <Notice tone="warning" className="mt-3">
          <p>The company registry is rate-limiting requests. You can continue without verification.</p>
        </Notice>
      )}
      {state === 'error' && (
        <Notice tone="danger" className="mt-3">
          <p>Company lookup is temporarily unavailable and may be skipped.</p>
        </Notice>
      )}
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
