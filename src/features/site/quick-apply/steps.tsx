import { type ChangeEvent, useState } from 'react'
import { products } from '#domain/catalogue.ts'
import { companySuggestion, type FoundCompany } from '#domain/found-company.ts'
import { pounds } from '#domain/money.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { promisedHours } from '#domain/office-hours.ts'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { emailInput, phoneInput, TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import { TextList } from '#ui/text.tsx'
import { useSearchSoon } from '#ui/use-search-soon.ts'
import { useVatWords } from '#wire/brand-context.ts'
import { callApi } from '#wire/call-api.ts'
import { consent, type Draft, type StepProps } from './rules.ts'

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

const questions = {
  hasTicketedEvents: 'Do you run ticketed events?',
  wantsMoreAttendance: 'Would you like more people to attend your events?',
} as const

export function QuestionsStep({ draft, change, errorOf }: StepProps) {
  return (Object.keys(questions) as (keyof typeof questions)[]).map((field) => (
    <RadioGroup
      key={field}
      name={field}
      label={questions[field]}
      error={errorOf(field)}
      choices={answers}
      inline
      value={draft[field]}
      onChange={(value) => change(field, value as 'yes' | 'no')}
    />
  ))
}

function expected({ hasTicketedEvents, wantsMoreAttendance }: Draft, vat: string | null): string[] {
  return [
    `A free application of about 15 minutes, and a first answer within ${promisedHours.application} office hours.`,
    hasTicketedEvents === 'yes'
      ? 'Your entry to link to the website where you sell tickets, if you give it in the application.'
      : 'The same criteria as for events with tickets: which apply depends on the kind and size of the event.',
    `To pay ${pounds(products.listing.pence)} a year${vat ? ` ${vat}` : ''}, only once your event is approved.`,
    wantsMoreAttendance === 'yes'
      ? 'Offers of advertising after you have paid for the listing. They are optional, and change no decision.'
      : 'To say no to the optional extras that we offer after the listing is paid. Saying no changes no decision.',
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
      <Notice tone="success" title="Anyone can apply">
        <p>With these answers expect:</p>
        <TextList items={expected(draft, vat)} className="pl-5 list-disc" />
      </Notice>
      <TextInput {...text('name')} label="Your name" autoComplete="name" maxLength={120} />
      <TextInput {...text('email')} {...emailInput} label="Email" />
      <TextInput {...text('phone')} {...phoneInput} label="Phone number" className="max-w-80" />
      <Checkbox
        name="marketingConsent"
        value="yes"
        label={consent}
        checked={draft.marketingConsent}
        onChange={(event) => change('marketingConsent', event.target.checked)}
      />
      <p className="text-sm text-muted">We use these details to contact you about accreditation.</p>
    </>
  )
}
