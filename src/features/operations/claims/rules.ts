import type { ClaimKind, ClaimText } from '#domain/claims.ts'

/** Its label, and whether a claim of this kind can do without it. */
export function textField(kind: ClaimKind, name: ClaimText): { label: string; optional: boolean; missing: string } {
  const label = ownLabels[kind]?.[name] ?? textLabels[name]
  const optional =
    name === 'role' || (name === 'label' && kind !== 'figure' && kind !== 'winner') || label === 'Drawing'
  return { label, optional, missing: `Fill in “${label}”` }
}

const ownLabels: Partial<Record<ClaimKind, Partial<Record<ClaimText, string>>>> = {
  'partner-logo': { value: 'Drawing' },
  winner: { value: 'Year', label: 'Award', name: 'Event', role: 'Organiser and place' },
  person: { quote: 'What is said of the person' },
  'press-release': { name: 'Title', value: 'Press release' },
  announcement: { name: 'Event' },
  promise: { name: 'Name', quote: 'What is promised' },
}

const textLabels: Record<ClaimText, string> = {
  value: 'Figure or words',
  label: 'What it counts',
  quote: 'Quotation, without quotation marks',
  name: 'Name',
  role: 'Role or organisation',
}
