import type { Day } from '#domain/formats.ts'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { buyers, type ShownTerm, startNowHint, startNowWords } from './terms.ts'

/** Directly above the button that agrees to them. */
export function KeyTerms({ items }: { items: ShownTerm[] }) {
  return (
    <section aria-labelledby="key-terms">
      <h3 id="key-terms" className="mb-3 font-semibold">
        What you agree to
      </h3>
      <DescriptionList items={items} />
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

/** Of a monthly service. */
export function MonthlyChoices({ startsOn }: { startsOn: Day }) {
  return (
    <>
      <BuyerChoice />
      <Checkbox name="startNow" value="1" label={startNowWords} hint={startNowHint(startsOn)} />
    </>
  )
}

/** What was chosen, as the calls take it. */
export function monthlyChoices(form: HTMLFormElement) {
  const chosen = new FormData(form)
  const buyer = chosen.get('buyer')
  return { ...(buyer ? { buyer: String(buyer) } : {}), ...(chosen.has('startNow') ? { startNow: true } : {}) }
}
