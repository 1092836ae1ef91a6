import { type PackageId, packages } from '#domain/catalogue.ts'
import { earlierPence, type ShownClaim } from '#domain/claims.ts'
import type { Pence } from '#domain/formats.ts'
import { keepJson, readJson } from '#ui/browser-store.ts'

export type AppliedCoupon = { code: string; percent: number; description: string; finalPence: Pence }

/** In pence; discounts are positive. */
export function totals(id: PackageId, coupon: AppliedCoupon | null, { was }: { was: ShownClaim[] }) {
  const { pence } = packages[id]
  const listPence = (id === 'premium' && earlierPence(was, pence)) || pence
  return {
    listPence,
    upgradePence: listPence - pence,
    couponPence: coupon ? pence - coupon.finalPence : 0,
    duePence: coupon ? coupon.finalPence : pence,
  }
}

/** It holds `{"type":"standard"}` or `{"type":"premium"}`. */
export const selectedPackageKey = 'selectedPackage'

export function readSelectedPackage(): PackageId | null {
  const kept = readJson('localStorage', selectedPackageKey)
  const type = typeof kept === 'object' && kept !== null && 'type' in kept ? kept.type : null
  return typeof type === 'string' && Object.hasOwn(packages, type) ? (type as PackageId) : null
}

export function keepSelectedPackage(type: PackageId | null): void {
  keepJson('localStorage', selectedPackageKey, type && { type })
}
