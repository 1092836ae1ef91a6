import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as CycloneDX from '@cyclonedx/cyclonedx-library'
import { JSONC } from 'bun'
import parseExpression from 'spdx-expression-parse'
import { projectRoot } from '#process/project-root.ts'
import { systemPackages } from './system-packages.ts'

const { Contrib, Enums, Models, Serialize, Spec } = CycloneDX
type Component = CycloneDX.Models.Component

const licences = new Contrib.License.Factories.LicenseFactory(parseExpression)
const references = new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory()
const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(references, licences)

export const licencesByFile: Record<string, { licence: string; file: string }> = {
  '@digitalbazaar/credentials-context': { licence: 'BSD-3-Clause AND W3C-20150513', file: 'LICENSE.md' },
  'png-js': { licence: 'MIT', file: 'LICENSE' },
}

/** CycloneDX 1.6 of the production packages, always the same bytes. `system` adds Bun and those Debian packages of this machine that the image keeps. */
export function makeSbom({ system }: { system: boolean }): string {
  const site = fromPackageJson(projectRoot, Enums.ComponentType.Application)
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: site }) })
  const direct = Object.keys(readJson(projectRoot).dependencies ?? {})
  const packages = productionPackages(projectRoot)
  const components = new Map(packages.map((each) => [each.id, fromPackageJson(each.folder)]))
  for (const { id, folder, integrity, patch, needs } of packages) {
    const component = components.get(id)!
    const { name } = readJson(folder)
    const [algorithm, hash] = integrity.split('-')
    if (algorithm === 'sha512' && hash)
      component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(hash, 'base64').toString('hex'))
    if (patch) component.properties.add(new Models.Property('accreditation:patch', patch))
    for (const need of needs) component.dependencies.add(components.get(need)!.bomRef)
    if (direct.includes(name)) site.dependencies.add(component.bomRef)
    bom.components.add(component)
  }
  if (system) for (const component of systemComponents()) bom.components.add(component)
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return serializer.serialize(bom, { sortLists: true, space: 2 })
}

function fromPackageJson(folder: string, type = Enums.ComponentType.Library): Component {
  const described = readJson(folder)
  const license = licencesByFile[described.name]?.licence ?? described.license
  // Many repositories are not written as addresses.
  const component = builder.makeComponent({ ...described, license, repository: undefined, bugs: undefined }, type)!
  component.purl = purl('npm', described.name, described.version)
  component.bomRef.value = component.purl
  return component
}

function readJson(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Scanners for vulnerabilities know Bun and Debian's packages by these names. */
function systemComponents(): Component[] {
  const bun = new Models.Component(Enums.ComponentType.Platform, 'bun', { version: Bun.version })
  bun.licenses.add(licences.makeFromString('MIT'))
  bun.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256(readFileSync(process.execPath)))
  bun.purl = purl('npm', 'bun', Bun.version)
  bun.bomRef.value = bun.purl
  const status = '/var/lib/dpkg/status'
  if (!existsSync(status)) return [bun]
  const { VERSION_ID = '' } = readFields(readFileSync('/etc/os-release', 'utf8'), /^(\w+)="?(.*?)"?$/gm)
  const debian = readFileSync(status, 'utf8')
    .split('\n\n')
    .map((text) => readFields(text, /^([\w-]+): (.*)$/gm))
    .filter(({ Package = '', Status }) => Status?.endsWith(' installed') && Package in systemPackages)
    .map(({ Package = '', Version = '', Architecture = '' }) => {
      const component = new Models.Component(Enums.ComponentType.Library, Package, {
        group: 'debian',
        version: Version,
      })
      component.licenses.add(licences.makeFromString(systemPackages[Package]!))
      component.hashes.set(Enums.HashAlgorithm['SHA-256'], hashOfFiles(Package, Architecture))
      component.properties.add(new Models.Property('accreditation:hash-of', hashedFiles))
      component.purl = `${purl('deb/debian', Package, Version)}?arch=${Architecture}&distro=debian-${VERSION_ID}`
      component.bomRef.value = component.purl
      return component
    })
  return [bun, ...debian]
}

const hashedFiles = 'what sha256sum prints of the installed files that dpkg has sums of, in the order of their paths'

/** An installed system no longer knows the sums of the archives that it came from. */
function hashOfFiles(name: string, architecture: string): string {
  const list = ['', `:${architecture}`]
    .map((end) => `/var/lib/dpkg/info/${name}${end}.md5sums`)
    .find((path) => existsSync(path))!
  const paths = [...readFileSync(list, 'utf8').matchAll(/^\w{32} {2}(.+)$/gm)].map(([, path]) => `/${path}`)
  const lines = paths
    .toSorted()
    .flatMap((path) => (existsSync(path) ? [`${sha256(readFileSync(path))}  ${path}\n`] : []))
  return sha256(lines.join(''))
}

const sha256 = (bytes: string | Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

function readFields(text: string, field: RegExp): Record<string, string> {
  return Object.fromEntries([...text.matchAll(field)].map(([, name, value]) => [name!, value!]))
}

/** Package URL (purl-spec): a scope's `@` is written as `%40`. */
function purl(type: string, name: string, version: string): string {
  return `pkg:${type}/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`
}

if (import.meta.main) console.log(makeSbom({ system: process.argv.includes('--system') }))

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
function productionPackages(root: string): ProductionPackage[] {
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
