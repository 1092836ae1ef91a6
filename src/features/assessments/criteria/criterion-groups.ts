export const criterionGroups = {
  safety: 'Safety',
  safeguarding: 'Safeguarding',
  insurance: 'Insurance',
  governance: 'Governance',
  community: 'Community and access',
} as const

export const criterionGroupNames = Object.keys(criterionGroups) as (keyof typeof criterionGroups)[]

export const ruleEventTypes = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private event service',
} as const

export const ruleEventTypeNames = Object.keys(ruleEventTypes) as (keyof typeof ruleEventTypes)[]
