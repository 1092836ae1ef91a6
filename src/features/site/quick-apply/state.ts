import { handOverKey } from '#domain/hand-over.ts'
import { keepJson, readJson } from '#ui/browser-store.ts'
import { type Draft, readDraft, readStep, type StepId } from './rules.ts'

const draftKey = 'quickapply-draft'

export function readKeptLead(): { step: StepId; draft: Draft } | null {
  const kept = readJson('sessionStorage', draftKey)
  if (typeof kept !== 'object' || kept === null || !('draft' in kept) || !('step' in kept)) return null
  return { step: readStep(kept.step), draft: readDraft({ ...(kept.draft as object) }) }
}

/** For as long as this tab is open. */
export function keepLead(step: StepId, draft: Draft): void {
  keepJson('sessionStorage', draftKey, { step, draft })
}

/** They are never in an address. */
export function handOver(draft: Draft): void {
  const { companyName, name, email, phone } = draft
  keepJson('sessionStorage', handOverKey, {
    company: companyName.trim(),
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim(),
  })
  // The answers stay for who comes back; a new visit begins with the first step.
  keepLead('company', draft)
}
