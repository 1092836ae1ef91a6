import type { ClaimKind, ClaimText } from '../../../domain/claims.ts'

/** What each text is called in the form, and whether a claim of a kind can do without it. */
export function textField(kind: ClaimKind, name: ClaimText): { label: string; optional: boolean; missing: string } {
  const label = kind === 'partner-logo' && name === 'value' ? 'Drawing' : textLabels[name]
  const optional = name === 'role' || (name === 'label' && kind !== 'figure') || label === 'Drawing'
  return { label, optional, missing: `${label} is required` }
}

const textLabels: Record<ClaimText, string> = {
  value: 'Figure or words',
  label: 'What it counts',
  quote: 'Quotation, without quotation marks',
  name: 'Name',
  role: 'Role or organisation',
}

/** The fields of the form that come from what is stored. */
export const formFields = [
  'kind',
  'value',
  'label',
  'quote',
  'name',
  'role',
  'position',
  'source',
  'proof',
  'owner',
  'validFrom',
  'validUntil',
] as const
