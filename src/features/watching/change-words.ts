import { type Assurance, assuranceLevels } from '#domain/assurance.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { type LeafChange, leafChanges } from '#wire/leaf.ts'

type EntryState = { status: RegisterStatus; assurance: Assurance; validUntil: string | null }
type EntryChange = EntryState & {
  change: LeafChange
  at: string
  number: string
  title: string
  before: EntryState | null
}

export function changeTitle({ number, change }: Pick<EntryChange, 'number' | 'change'>): string {
  const words = leafChanges[change]
  return `${number}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export function changeText(entry: EntryChange): string {
  const when = `${londonDateOf(entry.at)}, ${londonClockOf(entry.at)}.`
  return [`${leafChanges[entry.change]}.`, ...differences(entry), when].join(' ')
}

function differences({ before, ...after }: EntryChange): string[] {
  const { label } = registerStatuses[after.status]
  if (!before) return [`Status: “${label}”.`]
  const fromTo = (name: string, from: string, to: string) =>
    from === to ? [] : [`${name}: from “${from}” to “${to}”.`]
  return [
    ...fromTo('Status', registerStatuses[before.status].label, label),
    ...fromTo(
      'How far it was checked',
      assuranceLevels[before.assurance].label,
      assuranceLevels[after.assurance].label,
    ),
    ...fromTo('Valid until', dayText(before.validUntil), dayText(after.validUntil)),
  ]
}

const dayText = (at: string | null) => (at ? londonDateOf(at) : 'no end date')
