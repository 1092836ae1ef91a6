import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSONC } from 'bun'

type PackageNeeds = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalPeers?: string[]
}
/** Name and version, address unless it is the registry's, what it needs, and the hash of its archive (Subresource Integrity). */
type LockedPackage = [ident: string, address: string, described: PackageNeeds, integrity: string]
type Lock = {
  workspaces: { '': PackageNeeds }
  packages: Record<string, LockedPackage>
  patchedDependencies?: Record<string, string>
}

type ProductionPackage = {
  id: string
  folder: string
  integrity: string
  patch: string | null
  needs: string[]
}

/** Of `bun.lock`, without the embedded database; of platform packages those installed here. @throws where the file lacks one. */
export function productionPackages(root: string): ProductionPackage[] {
  const lock = JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as Lock
  const found = new Map<string, ProductionPackage>()
  for (const name of Object.keys(lock.workspaces[''].dependencies ?? {})) add('', name)
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))

  /** @param within the dependent's place in the lock file. @returns its id; null for an optional package that is missing. */
  function add(within: string, name: string, isOptional = false): string | null {
    const place = placeOf(within, name)
    const [id, , described, integrity] = lock.packages[place] ?? []
    const folder = join(root, ...segmentsOf(place).flatMap((segment) => ['node_modules', segment]))
    if (!id || !described || (isOptional && !existsSync(folder))) {
      if (isOptional) return null
      throw new Error(`bun.lock has no ${name}, which ${within || 'package.json'} needs.`)
    }
    if (found.has(id)) return id
    const made: ProductionPackage = {
      id,
      folder,
      integrity: integrity ?? '',
      patch: lock.patchedDependencies?.[id] ?? null,
      needs: [],
    }
    found.set(id, made)
    const { dependencies, optionalDependencies, peerDependencies, optionalPeers = [] } = described
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !optionalPeers.includes(peer))
    const needs = [
      ...[...Object.keys(dependencies ?? {}), ...peers].map((needed) => add(place, needed)),
      ...Object.keys(optionalDependencies ?? {}).map((needed) => add(place, needed, true)),
    ]
    made.needs = [...new Set(needs.filter((needed) => needed !== null))].sort()
    return id
  }

  /** The nearest of that name: its own, its parent's, and so on up to the top. */
  function placeOf(within: string, name: string): string {
    const segments = segmentsOf(within)
    for (let depth = segments.length; depth > 0; depth--) {
      const place = [...segments.slice(0, depth), name].join('/')
      if (place in lock.packages) return place
    }
    return name
  }
}

function segmentsOf(place: string): string[] {
  return place.match(/@[^/]+\/[^/]+|[^/]+/g) ?? []
}
