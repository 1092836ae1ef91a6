import { companySuggestion } from '#domain/found-company.ts'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import { SuggestionField } from '#ui/suggestion-field.tsx'
import type { StepProps } from './rules.ts'
import { useCompanySuggestions } from './use-company-suggestions.ts'

/** Step 1: the company, with suggestions from the registry that nobody has to take. */
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
