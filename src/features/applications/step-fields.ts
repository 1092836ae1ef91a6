import type { FunctionComponent } from 'react'
import type { AlreadySent } from './already-sent.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import type { StepId } from './rules.ts'

type Parts = Record<StepId, FunctionComponent> & { sent: typeof AlreadySent }

/** The first step needs none of them. */
const sources: { [Part in Exclude<keyof Parts, 'organisation'>]: () => Promise<Parts[Part]> } = {
  event: async () => (await import('./event-step.tsx')).EventStep,
  compliance: async () => (await import('./compliance-step.tsx')).ComplianceStep,
  review: async () => (await import('./review-step.tsx')).ReviewStep,
  sent: async () => (await import('./already-sent.tsx')).AlreadySent,
}
const loaded: Partial<Parts> = { organisation: OrganisationStep }

/** Rejects where they cannot be had. */
export async function loadStepFields(part: keyof Parts): Promise<void> {
  if (part !== 'organisation') loaded[part] ??= (await sources[part]()) as never
}

export function stepFields<Part extends keyof Parts>(part: Part): Parts[Part] {
  const fields = loaded[part]
  if (!fields) throw new Error(`The step ${part} is shown before it is loaded.`)
  return fields
}
