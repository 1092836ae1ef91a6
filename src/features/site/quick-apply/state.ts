import { handOverKey } from '#domain/hand-over.ts'
import { type Draft, emptyDraft, readDraft, readStep, type StepId } from './rules.ts'

const draftKey = 'quickapply-draft'

export function readKeptLead(): { step: StepId; draft: Draft } | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('draft' in kept) || !('step' in kept)) return null
    return { step: readStep(kept.step), draft: readDraft({ ...emptyDraft, ...(kept.draft as object) }) }
  } catch {
    // Storage may be closed to us (a private window).
    return null
  }
}

/** For as long as this tab is open. */
export function keepLead(step: StepId, draft: Draft): void {
  write(draftKey, { step, draft })
}

/** They are never in an address. */
export function handOver({ companyName, name, email, phone }: Draft): void {
  write(handOverKey, { company: companyName.trim(), name: name.trim(), email: email.trim(), phone: phone.trim() })
  write(draftKey, null)
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
