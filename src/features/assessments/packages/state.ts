import { type PackageId, packages } from '#domain/catalogue.ts'
import { keepJson, readJson } from '#ui/browser-store.ts'

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
