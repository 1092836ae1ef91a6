import { type Assurance, assuranceLevels } from '#domain/assurance.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { type LeafChange, leafChanges } from '#wire/leaf.ts'

type Standing = { status: RegisterStatus; assurance: Assurance; validUntil: string | null }
type Told = Standing & { change: LeafChange; at: string; number: string; title: string; before: Standing | null }

export function changeTitle({ number, change }: Pick<Told, 'number' | 'change'>): string {
  const words = leafChanges[change]
  return `${number}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export function changeText(told: Told): string {
  const when = `${londonDateOf(told.at)}, ${londonClockOf(told.at)}.`
  return [`${leafChanges[told.change]}.`, ...differences(told), when].join(' ')
}

function differences({ before, ...after }: Told): string[] {
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
