import { assuranceLevels, groupWords } from '#domain/assurance.ts'
import { daysText } from '#domain/date-filters.ts'
import type { RegisterFilters } from './server/filters.ts'

/** Each in words, and with the filters that remain without it. */
export function chosenFilters(filters: RegisterFilters): { text: string; without: RegisterFilters }[] {
  const { category, city, assurance, status } = filters
  const chosen = [
    { text: category, none: { category: '' } },
    { text: city, none: { city: '' } },
    { text: daysText(filters), none: { when: '', from: '', to: '' } },
    { text: assurance && assuranceLevels[assurance].label, none: { assurance: '' as const } },
    { text: status && groupWords(status), none: { status: '' as const } },
    { text: filters.verified ? 'Accredited now' : '', none: { verified: false } },
  ]
  return chosen.filter(({ text }) => text !== '').map(({ text, none }) => ({ text, without: { ...filters, ...none } }))
}
