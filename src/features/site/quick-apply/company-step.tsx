import { useEffect, useState } from 'react'
import { companySuggestion, type FoundCompany } from '#domain/found-company.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { callApi } from '#wire/call-api.ts'
import type { StepProps } from './rules.ts'

/** Nobody has to take a suggestion. */
export function CompanyStep({ draft, change, errorOf }: StepProps) {
  const { suggestions, search, close } = useCompanySuggestions()
  return (
    <SuggestionField
      id="companyName"
      name="companyName"
      label="Company name"
      hint="Type the name of your company. Companies from the company registry are suggested below."
      error={errorOf('companyName')}
      autoComplete="organization"
      maxLength={200}
      value={draft.companyName}
      onType={(companyName) => {
        change('companyName', companyName)
        search(companyName)
      }}
      onClose={close}
      onTake={(number) => {
        const taken = suggestions?.find((company) => company.company_number === number)
        if (taken) change('companyName', nameInSmallLetters(taken.title))
        close()
      }}
      suggestions={suggestions?.map(companySuggestion) ?? null}
      none=""
    />
  )
}

const shortest = 2
const debounceMs = 300
const most = 5

/** A search that fails or finds nothing leaves no suggestions and says nothing. */
function useCompanySuggestions() {
  const [term, search] = useState('')
  const [suggestions, setSuggestions] = useState<FoundCompany[] | null>(null)

  useEffect(() => {
    setSuggestions(null)
    const q = term.trim()
    if (q.length < shortest) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { companies } = await callApi<{ companies: FoundCompany[] }>('searchCompanies', {
          query: { q },
          signal: stop.signal,
        })
        if (!stop.signal.aborted && companies.length > 0) setSuggestions(companies.slice(0, most))
      } catch {
        // The company can be typed in full all the same.
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term])

  return { suggestions, search, close: () => search('') }
}
