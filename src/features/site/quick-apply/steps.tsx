import { type ChangeEvent, useEffect, useState } from 'react'
import { companySuggestion, type FoundCompany } from '#domain/found-company.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { callApi } from '#wire/call-api.ts'
import { content } from './content.ts'
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

const minLetters = 2
const debounceMs = 300
const maxSuggestions = 5

/** A search that fails or finds nothing leaves no suggestions and says nothing. */
function useCompanySuggestions() {
  const [term, search] = useState('')
  const [suggestions, setSuggestions] = useState<FoundCompany[] | null>(null)

  useEffect(() => {
    setSuggestions(null)
    const q = term.trim()
    if (q.length < minLetters) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { companies } = await callApi<{ companies: FoundCompany[] }>('searchCompanies', {
          query: { q },
          signal: stop.signal,
        })
        if (!stop.signal.aborted && companies.length > 0) setSuggestions(companies.slice(0, maxSuggestions))
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

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

export function QuestionsStep({ draft, change, errorOf }: StepProps) {
  return (['hasTicketedEvents', 'wantsMoreAttendance'] as const).map((field) => (
    <RadioGroup
      key={field}
      name={field}
      label={content.questions[field]}
      error={errorOf(field)}
      choices={answers}
      inline
      value={draft[field]}
      onChange={(value) => change(field, value as 'yes' | 'no')}
    />
  ))
}

export function ContactStep({ draft, change, errorOf }: StepProps) {
  const text = (name: 'name' | 'email' | 'phone') => ({
    name,
    error: errorOf(name),
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
  })
  return (
    <>
      <Notice tone="success" title={content.qualified.title}>
        {content.qualified.text}
      </Notice>
      <TextInput {...text('name')} label="Your name" autoComplete="name" maxLength={120} />
      <TextInput
        {...text('email')}
        type="email"
        label="Email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
      />
      <TextInput
        {...text('phone')}
        type="tel"
        label="Phone number"
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
        className="max-w-80"
      />
      <Checkbox
        name="marketingConsent"
        value="yes"
        label={content.consent}
        checked={draft.marketingConsent}
        onChange={(event) => change('marketingConsent', event.target.checked)}
      />
      <p className="text-sm text-muted">{content.privacy}</p>
    </>
  )
}
