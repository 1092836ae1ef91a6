export const criterionGroups = {
  safety: 'Safety',
  safeguarding: 'Safeguarding',
  insurance: 'Insurance',
  governance: 'Governance',
  community: 'Community and access',
} as const

type CriterionGroup = keyof typeof criterionGroups

export const criterionGroupNames = Object.keys(criterionGroups) as CriterionGroup[]

export const ruleEventTypes = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private event service',
} as const

type RuleEventType = keyof typeof ruleEventTypes

export const ruleEventTypeNames = Object.keys(ruleEventTypes) as RuleEventType[]
