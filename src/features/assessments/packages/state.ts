import { type PackageId, packages } from '#domain/catalogue.ts'

/** It holds `{"type":"standard"}` or `{"type":"premium"}`. */
export const selectedPackageKey = 'selectedPackage'

export function readSelectedPackage(): PackageId | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(selectedPackageKey) ?? 'null')
    const type = typeof kept === 'object' && kept !== null && 'type' in kept ? kept.type : null
    return typeof type === 'string' && Object.hasOwn(packages, type) ? (type as PackageId) : null
  } catch {
    return null
  }
}

/** Where the browser refuses to store it, nothing is kept. */
export function keepSelectedPackage(type: PackageId | null): void {
  try {
    if (type === null) localStorage.removeItem(selectedPackageKey)
    else localStorage.setItem(selectedPackageKey, JSON.stringify({ type }))
  } catch {}
}
