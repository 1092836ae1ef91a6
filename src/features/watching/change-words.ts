import { checkedWords, type Level, statusWords } from '#domain/assurance.ts'
import { londonDateOf, londonMomentOf } from '#domain/london-time.ts'
import { isAccredited, type RegisterStatus } from '#domain/register-status.ts'
import { type LeafChange, leafChanges } from '#wire/leaf.ts'

export type EntryState = Level & { status: RegisterStatus; validUntil: string | null }
type EntryChange = EntryState & { change: LeafChange; at: string; number: string; before: EntryState | null }

export function changeTitle({ number, change }: Pick<EntryChange, 'number' | 'change'>): string {
  const words = leafChanges[change]
  return `${number}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export function changeText(entry: EntryChange): string {
  return [`${leafChanges[entry.change]}.`, ...differences(entry), `${londonMomentOf(entry.at)}.`].join(' ')
}

function differences({ before, ...after }: EntryChange): string[] {
  if (!before) return [`Status: “${statusWords(after)}”.`]
  const fromTo = (name: string, from: string, to: string) =>
    from === to ? [] : [`${name}: from “${from}” to “${to}”.`]
  return [
    ...fromTo('Status', statusWords(before), statusWords(after)),
    // The status of what is accredited says it.
    ...(isAccredited(after.status) ? [] : fromTo('Checked', checkedWords(before), checkedWords(after))),
    ...fromTo('Valid until', dayText(before.validUntil), dayText(after.validUntil)),
  ]
}

const dayText = (at: string | null) => (at ? londonDateOf(at) : 'no end date')
