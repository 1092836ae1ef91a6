import { type PackageId, packages } from '#domain/catalogue.ts'

/** Where the selected package is kept in this browser: `{"type":"standard"}` or `{"type":"premium"}`. */
export const selectedPackageKey = 'selectedPackage'

/** The package selected in this browser; null when there is none, or it cannot be read. */
export function readSelectedPackage(): PackageId | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(selectedPackageKey) ?? 'null')
    const type = typeof kept === 'object' && kept !== null && 'type' in kept ? kept.type : null
    return typeof type === 'string' && Object.hasOwn(packages, type) ? (type as PackageId) : null
  } catch {
    return null
  }
}

/** Keeps the selected package, or forgets it (null). Where storage is closed to us nothing is kept. */
export function keepSelectedPackage(type: PackageId | null): void {
  try {
    if (type === null) localStorage.removeItem(selectedPackageKey)
    else localStorage.setItem(selectedPackageKey, JSON.stringify({ type }))
  } catch {}
}
