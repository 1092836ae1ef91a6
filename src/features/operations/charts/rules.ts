import type { Permission } from '#domain/permissions.ts'

/** In the order of the page, with who is shown it. */
export const works = {
  applications: { label: 'Applications to decide', permission: 'review' },
  identity: { label: 'Identities to confirm', permission: 'review' },
  sampled: { label: 'Sampled applications to look at', permission: 'review' },
  changes: { label: 'Proposed changes to decide', permission: 'review' },
  assessments: { label: 'Assessments without a proposal', permission: 'assess' },
  documents: { label: 'Criteria with evidence to read', permission: 'assess' },
  proposed: { label: 'Proposals to decide', permission: 'assess' },
  panel: { label: 'Cases before the panel', permission: 'assess' },
  notice: { label: 'Notices of refusal, to be answered', permission: 'assess' },
  conditions: { label: 'Conditions overdue', permission: 'assess' },
  letters: { label: 'New submissions', permission: 'correspondence' },
  complaints: { label: 'Open complaints', permission: 'correspondence' },
  concerns: { label: 'Open concerns', permission: 'concerns' },
} as const satisfies Record<string, { label: string; permission: Permission }>
export type Work = keyof typeof works
export const workNames = Object.keys(works) as Work[]

export const ageBands = ['Under 2 days', '2 to 4', '5 to 9', '10 to 29', '30 and more'] as const

export function failShare(row: { verdicts: number; conditions: number; notMet: number }): number {
  return (row.conditions + row.notMet) / row.verdicts
}
