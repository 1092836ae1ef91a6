import { type ChangeEvent, useState } from 'react'
import { products } from '#domain/catalogue.ts'
import { companySuggestion, type FoundCompany } from '#domain/found-company.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { emailInput, phoneInput, TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { useSearchSoon } from '#ui/use-search-soon.ts'
import { useVatWords } from '#wire/brand-context.ts'
import { callApi } from '#wire/call-api.ts'
import { content } from './content.ts'
import type { Draft, StepProps } from './rules.ts'

/** Nobody has to take a suggestion. */
export function CompanyStep({ draft, change, errorOf }: StepProps) {
  const [term, search] = useState('')
  const [suggestions] = useSearchSoon(term, minLetters, askForCompanies)
  const close = () => search('')
  return (
    <SuggestionField
      id="companyName"
      name="companyName"
      label="Organisation or company name"
      hint="A committee or club types its own name. Companies from the company registry are suggested below."
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
const maxSuggestions = 5

async function askForCompanies(q: string, signal: AbortSignal): Promise<FoundCompany[] | null> {
  const { companies } = await callApi<{ companies: FoundCompany[] }>('searchCompanies', { query: { q }, signal })
  return companies.length > 0 ? companies.slice(0, maxSuggestions) : null
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

function expected({ hasTicketedEvents, wantsMoreAttendance }: Draft, vat: string | null): string[] {
  const { application, cost, ...by } = content.qualified
  return [
    application,
    by.hasTicketedEvents[hasTicketedEvents || 'no'],
    cost.replace('{vat}', vat ? ` ${vat}` : ''),
    by.wantsMoreAttendance[wantsMoreAttendance || 'no'],
  ]
}

export function ContactStep({ draft, change, errorOf }: StepProps) {
  const vat = useVatWords(products.listing.pence)
  const text = (name: 'name' | 'email' | 'phone') => ({
    name,
    error: errorOf(name),
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
  })
  return (
    <>
      <Notice tone="success" title={content.qualified.title}>
        <p>{content.qualified.lead}</p>
        <ul className="pl-5 list-disc">
          {expected(draft, vat).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Notice>
      <TextInput {...text('name')} label="Your name" autoComplete="name" maxLength={120} />
      <TextInput {...text('email')} {...emailInput} label="Email" />
      <TextInput {...text('phone')} {...phoneInput} label="Phone number" className="max-w-80" />
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
