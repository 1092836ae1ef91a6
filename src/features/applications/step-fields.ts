import type { FunctionComponent } from 'react'
import type { AlreadySent as AlreadySentPage } from './already-sent.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import type { StepId } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

type StepFields = FunctionComponent<{ form: WizardForm }>

/** Where the fields of each later step are loaded from when that step is reached: whoever begins needs none of them. */
const sources: Record<Exclude<StepId, 'organisation'>, () => Promise<StepFields>> = {
  event: async () => (await import('./event-step.tsx')).EventStep,
  compliance: async () => (await import('./compliance-step.tsx')).ComplianceStep,
  review: async () => (await import('./review-step.tsx')).ReviewStep,
}
const loaded: Partial<Record<StepId, StepFields>> = { organisation: OrganisationStep }

/** Loads the fields of a step. Rejects where they cannot be had. */
export async function loadStepFields(step: StepId): Promise<void> {
  if (step !== 'organisation') loaded[step] ??= await sources[step]()
}

/** What is shown in place of the steps where their answers have been sent; once it was loaded. */
export let AlreadySent: typeof AlreadySentPage | undefined

/** Rejects where it cannot be had. */
export async function loadAlreadySent(): Promise<void> {
  ;({ AlreadySent } = await import('./already-sent.tsx'))
}

/** The fields of a step that was loaded. */
export function stepFields(step: StepId): StepFields {
  const fields = loaded[step]
  if (!fields) throw new Error(`The step ${step} is shown before it is loaded.`)
  return fields
}
