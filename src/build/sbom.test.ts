import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { projectRoot } from '#process/project-root.ts'
import { licencesByFile, makeSbom } from './sbom.ts'

const text = makeSbom({ system: false })
const { components, dependencies, metadata } = JSON.parse(text) as {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
type Component = {
  name: string
  group?: string
  version: string
  purl: string
  'bom-ref': string
  hashes?: { alg: string; content: string }[]
  licenses?: { license?: { id?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
}
const fullName = ({ group, name }: Component) => (group ? `${group}/${name}` : name)
const readJson = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** What is installed, found by going from package.json through the folders as Node.js does; the lock file is not read. */
function installed(): Set<string> {
  const found = new Set<string>()
  for (const name of Object.keys(readJson(projectRoot).dependencies)) visit(name, projectRoot)
  return found

  function visit(name: string, from: string): void {
    const folder = nearest(name, from)
    if (!folder) return
    const {
      version,
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readJson(folder)
    const id = `${name}@${version}`
    if (found.has(id)) return
    found.add(id)
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(needed, folder)
  }

  function nearest(name: string, from: string): string | null {
    for (let folder = from; ; folder = dirname(folder)) {
      const path = join(folder, 'node_modules', name)
      if (existsSync(join(path, 'package.json'))) return path
      if (folder === projectRoot) return null
    }
  }
}

describe('the bill of materials', () => {
  test('is a CycloneDX document as the schema of its version has it', async () => {
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull()
  })

  test('names every package that production has installed, with its version, and no other', () => {
    const named = components.map((component) => `${fullName(component)}@${component.version}`)
    expect(named.toSorted()).toEqual([...installed()].toSorted())
    expect(named.length).toBeGreaterThan(150)
  })

  test('says of each under which licence it is, in the words of SPDX, and what its archive must be', () => {
    for (const component of components) {
      const [licence] = component.licenses ?? []
      const said = licence?.expression ?? licence?.license?.id
      expect({ name: component.purl, licence: said }).toEqual({ name: component.purl, licence: expect.any(String) })
      expect(component.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
    for (const [name, { licence, file }] of Object.entries(licencesByFile)) {
      const licenceText = readFileSync(join(projectRoot, 'node_modules', name, file), 'utf8')
      const words = {
        MIT: 'MIT License',
        'BSD-3-Clause': 'BSD 3-Clause License',
        'W3C-20150513': 'W3C Software and Document License',
      }
      for (const each of licence.split(' AND ')) expect(licenceText).toContain(words[each as keyof typeof words])
    }
  })

  test('says what needs what, from the site on, and which package we changed', () => {
    const refs = new Set([metadata.component, ...components].map((component) => component['bom-ref']))
    expect(new Set(dependencies.map(({ ref }) => ref))).toEqual(refs)
    for (const { dependsOn = [] } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
    const reached = new Set<string>()
    const visit = (ref: string) => {
      if (reached.has(ref)) return
      reached.add(ref)
      for (const next of dependencies.find((each) => each.ref === ref)?.dependsOn ?? []) visit(next)
    }
    visit(metadata.component['bom-ref'])
    expect(reached).toEqual(refs)
    const patched = components.filter(({ properties }) =>
      properties?.some(({ name }) => name === 'accreditation:patch'),
    )
    expect(patched.map(fullName)).toEqual(
      Object.keys(readJson(projectRoot).patchedDependencies).map((id) => id.split('@')[0]!),
    )
  })

  test('is the same for the same packages, and names Bun and the system’s packages where it is asked to, with licence and hash', async () => {
    expect(makeSbom({ system: false })).toBe(text)
    const whole = JSON.parse(makeSbom({ system: true })).components as Component[]
    expect(whole.length).toBeGreaterThan(components.length)
    expect(whole).toContainEqual(expect.objectContaining({ name: 'bun', version: Bun.version }))
    for (const { purl, licenses, hashes } of whole)
      expect({ purl, hashes: hashes?.length, licences: licenses?.length }).toEqual({ purl, hashes: 1, licences: 1 })
    expect(
      await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(makeSbom({ system: true })),
    ).toBeNull()
  })
})
