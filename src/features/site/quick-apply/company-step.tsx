import { nameInSmallLetters } from '../../../domain/name-in-small-letters.ts'
import { companyStatusNote, formerly } from '../../applications/lookup/rules.ts'
import { SuggestionField } from '../../applications/lookup/suggestion-field.tsx'
import type { StepProps } from './quick-apply-form.tsx'
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
      suggestions={
        suggestions?.map((item) => ({
          id: item.company_number,
          title: nameInSmallLetters(item.title),
          note: companyStatusNote(item),
          detail: [formerly(item), item.company_number, item.address_snippet].filter(Boolean).join(' · '),
        })) ?? null
      }
      none=""
    />
  )
}
