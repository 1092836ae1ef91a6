import type { WorkName } from '../overview/work.ts'

/** In the order of the page. */
export const chartedWork: readonly WorkName[] = [
  'applications',
  'identity',
  'sampled',
  'changes',
  'open',
  'evidence',
  'proposals',
  'panel',
  'notices',
  'conditions',
  'letters',
  'complaints',
  'concerns',
]

export const ageBands = ['Under 2 days', '2 to 4', '5 to 9', '10 to 29', '30 and more'] as const

export function failShare(row: { verdicts: number; conditions: number; notMet: number }): number {
  return (row.conditions + row.notMet) / row.verdicts
}
