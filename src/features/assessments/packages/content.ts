import type { PackageId } from '#domain/catalogue.ts'

export const packageTexts: Record<PackageId, string> = {
  standard: 'The accreditation package for one event.',
  premium: 'The accreditation package with all our services for the event.',
}

export const simulation =
  'This payment is a simulation. You are not charged and nothing is ordered. What you type stays in this browser: no card details are sent or stored. Please do not enter a real card number.'

export const toasts = {
  applied: (percent: number) => ({ title: 'Coupon Applied!', description: `${percent}% discount applied` }),
  invalid: { title: 'Invalid Coupon', description: 'This coupon code is not valid' },
  failed: { title: 'Error', description: 'Failed to validate coupon' },
  paid: {
    title: 'Payment Successful (simulated)',
    description: 'Nothing was charged, and nothing was ordered.',
  },
} as const
