import { RadioGroup } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { buyers, type ListingTerms, listingTerms } from './terms.ts'

/** Directly above the button that agrees to them. */
export function KeyTerms(terms: ListingTerms) {
  return (
    <section aria-labelledby="key-terms">
      <h3 id="key-terms" className="mb-3 font-semibold">
        What you agree to
      </h3>
      <DescriptionList items={listingTerms(terms)} />
    </section>
  )
}

export function BuyerChoice() {
  return (
    <RadioGroup
      name="buyer"
      label="You buy as"
      optional
      hint="Everyone has the rights of a private person here. We keep your answer with the order."
      choices={Object.entries(buyers).map(([value, label]) => ({ value, label }))}
    />
  )
}
