/** What a criterion is about, in the order in which they are shown. */
export const criterionGroups = {
  safety: 'Safety',
  safeguarding: 'Safeguarding',
  insurance: 'Insurance',
  governance: 'Governance',
  community: 'Community and access',
} as const

export type CriterionGroup = keyof typeof criterionGroups

export const criterionGroupNames = Object.keys(criterionGroups) as CriterionGroup[]

/** The types of events that rules may name. */
export const ruleEventTypes = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private event service',
} as const

type RuleEventType = keyof typeof ruleEventTypes

export const ruleEventTypeNames = Object.keys(ruleEventTypes) as RuleEventType[]
