/** What a code can be typed for. */
export const couponTargets = {
  listing: 'Annual Listing',
  standard: 'Standard package',
  premium: 'Premium package',
} as const

/** What a code is for, in words; what cannot be typed anywhere by its name. */
export function targetWords(appliesTo: readonly string[]): string {
  return appliesTo.map((name) => (couponTargets as Record<string, string>)[name] ?? name).join(', ')
}

export const couponFields = [
  'code',
  'description',
  'percentOff',
  'listing',
  'standard',
  'premium',
  'once',
  'lastDay',
  'maxUses',
] as const
export type TypedCoupon = Record<(typeof couponFields)[number], string>

export const emptyCoupon: TypedCoupon = {
  code: '',
  description: '',
  percentOff: '',
  listing: '1',
  standard: '',
  premium: '',
  once: '1',
  lastDay: '',
  maxUses: '',
}
