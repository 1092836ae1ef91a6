import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { Glob, YAML } from 'bun'
import { Project, ts } from 'ts-morph'
import { brandMeanings, brandSetting, settings } from '#settings.ts'

// `deploy/kubernetes/` against the schemas of Kubernetes, CloudNativePG and the Prometheus operator, as far as the package registry holds
// them, and against what we ask of each pod. Nothing here speaks to a cluster.

// biome-ignore lint/suspicious/noExplicitAny: any manifest at all, which the schemas judge.
type Manifest = any
type Placed = { file: string; manifest: Manifest }

const root = join(import.meta.dir, '../../deploy/kubernetes')
const read = async (file: string): Promise<Placed[]> =>
  [YAML.parse(await Bun.file(join(root, file)).text()) as Manifest].flat().map((manifest) => ({ file, manifest }))
const all = (await Promise.all([...new Glob('**/*.yaml').scanSync(root)].sort().map(read))).flat()
const isKustomization = ({ file }: Placed) => file.endsWith('kustomization.yaml')
const manifests = all.filter((placed) => !isKustomization(placed))
const ofKind = (kind: string): Manifest[] =>
  manifests.map(({ manifest }) => manifest).filter((each) => each.kind === kind)

/** No package holds the schema of this one. */
const withoutSchema = new Set(['barmancloud.cnpg.io/v1/ObjectStore'])
const withSchema = manifests.filter(({ manifest }) => !withoutSchema.has(`${manifest.apiVersion}/${manifest.kind}`))

function moduleOf({ apiVersion, kind }: Manifest): string {
  if (apiVersion.includes('cnpg.io')) return `@kubernetes-models/cloudnative-pg/${apiVersion}/${kind}`
  if (apiVersion.startsWith('monitoring.coreos.com'))
    return `@kubernetes-models/prometheus-operator/${apiVersion}/${kind}`
  if (apiVersion.startsWith('gateway.')) return `@kubernetes-models/gateway-api/${apiVersion}/${kind}`
  return `kubernetes-models/${apiVersion}/${kind}`
}

describe('schemas', () => {
  test.each(withSchema)('$file: $manifest.kind $manifest.metadata.name', async ({ manifest }) => {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest))
    new Model(manifest).validate()
  })

  test('a slip in a value is found', async () => {
    const { Deployment } = await import('kubernetes-models/apps/v1/Deployment')
    const [web] = ofKind('Deployment')
    expect(() => new Deployment({ ...web, spec: { ...web.spec, template: 1 } }).validate()).toThrow()
  })

  // The schemas let fields through that they do not know; their types do not.
  test('no field has a name that its kind does not know, and a slip in one is found', () => {
    const [web] = ofKind('Deployment')
    const slip = { file: 'slip', manifest: { ...web, spec: { ...web.spec, replica: 3 } } }
    expect(problemsOf([...withSchema, slip])).toEqual([expect.stringMatching(/"replica".* does not exist/)])
  }, 30_000)
})

/** What TypeScript says of manifests that are written as literals of their types. */
function problemsOf(placed: Placed[]): string[] {
  const project = new Project({
    compilerOptions: {
      strict: true,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.ESNext,
      types: [],
      lib: ['lib.esnext.d.ts'],
    },
  })
  const lines = placed.map(
    ({ manifest }, nth) =>
      `import type { I${manifest.kind} as Kind${nth} } from '${moduleOf(manifest)}'\nexport const manifest${nth}: Kind${nth} = ${JSON.stringify(manifest)}`,
  )
  const file = project.createSourceFile(join(import.meta.dir, 'manifests.ts'), lines.join('\n'))
  return project
    .getProgram()
    .getSemanticDiagnostics(file)
    .map((problem) => {
      const text = problem.getMessageText()
      return typeof text === 'string' ? text : text.getMessageText()
    })
}

describe('what kustomize takes', () => {
  const kustomizations = all.filter(isKustomization)

  test('every file stands in one of the lists, and every one that is listed is there', () => {
    const listed = kustomizations.flatMap(({ file, manifest }) =>
      [...(manifest.resources ?? []), ...(manifest.components ?? [])].map((path: string) => join(dirname(file), path)),
    )
    // Nothing lists the authority's own folder, and ../gateway only who has it in the place of ../ingress.
    const inPlaceOfAnother = new Set(['example', 'gateway'])
    const folders = kustomizations.map(({ file }) => dirname(file)).filter((folder) => !inPlaceOfAnother.has(folder))
    const files = [...new Set(manifests.map(({ file }) => file))]
    expect(listed.toSorted()).toEqual([...folders, ...files].toSorted())
  })

  test('what is changed by an authority is there, and the settings are ones that the site knows', () => {
    for (const { manifest } of kustomizations) {
      for (const { target } of manifest.patches ?? [])
        expect(ofKind(target.kind).map(({ metadata }) => metadata.name)).toContain(target.name)
      for (const { name, literals } of manifest.configMapGenerator ?? []) {
        expect(name).toBe('accreditation-settings')
        for (const literal of literals) expect(isSetting(literal.split('=')[0])).toBe(true)
      }
    }
  })
})

/** What kustomize makes of a folder; null where this machine has no kubectl, or one whose kustomize is older than components. */
function render(folder: string): Manifest[] | null {
  if (!Bun.which('kubectl')) return null
  const version = Bun.spawnSync(['kubectl', 'version', '--client', '--output=json']).stdout.toString()
  if (!/"kustomizeVersion": "v([5-9]|\d\d)\./.test(version)) return null
  const { stdout, stderr, success } = Bun.spawnSync(['kubectl', 'kustomize', folder], { stderr: 'pipe' })
  if (!success) throw new Error(stderr.toString())
  return [YAML.parse(stdout.toString()) as Manifest].flat()
}

const rendered = render(join(root, 'example'))
const site = render(join(root, 'site'))

describe.skipIf(!rendered || !site)('what kubectl makes of it', () => {
  const named = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
  const isSettings = ({ name }: Manifest) => name.startsWith('accreditation-settings-')

  test('every manifest is there, once, in the authority’s namespace, and its schema takes it', async () => {
    const made = rendered!.filter(({ metadata }) => !isSettings(metadata))
    const taken = manifests.filter(({ file }) => dirname(file) !== 'gateway')
    expect(made.map(named).toSorted()).toEqual(taken.map(({ manifest }) => named(manifest)).toSorted())
    for (const manifest of rendered!) {
      if (manifest.kind !== 'Namespace') expect(manifest.metadata.namespace).toBe('accreditation')
      if (withoutSchema.has(`${manifest.apiVersion}/${manifest.kind}`)) continue
      const { [manifest.kind]: Model } = await import(moduleOf(manifest))
      new Model(manifest).validate()
    }
  })

  test('the site alone, for a PostgreSQL that is there already, needs nothing but the secret', () => {
    const kinds = new Set(site!.map(({ kind }) => kind))
    for (const kind of ['Cluster', 'Pooler', 'ScheduledBackup', 'Ingress', 'ServiceMonitor'])
      expect(kinds).not.toContain(kind)
    expect(kinds).toContain('Job')
  })

  test('image, settings and host are the authority’s', () => {
    const [map] = rendered!.filter(({ metadata }) => isSettings(metadata))
    expect(map.data).toMatchObject({ NODE_ENV: 'production', PUBLIC_URL: 'https://register.example' })
    const pods = rendered!.filter(({ spec }) => spec?.template?.spec?.containers)
    expect(pods.map(named)).toHaveLength(3)
    for (const { spec } of pods) {
      const [container] = spec.template.spec.containers
      expect(container.image).toMatch(/^registry\.example\/accreditation:\d/)
      // The name of the map follows its content, so that a changed setting makes new pods.
      expect(container.envFrom).toEqual([{ configMapRef: { name: map.metadata.name } }])
      expect(map.metadata.name).toMatch(/^accreditation-settings-\w+$/)
    }
    const [ingress] = rendered!.filter(({ kind }) => kind === 'Ingress')
    expect([ingress.spec.rules[0].host, ingress.spec.tls[0].hosts]).toEqual(['register.example', ['register.example']])
  })
})

const workloads: Manifest[] = [...ofKind('Deployment'), ...ofKind('StatefulSet'), ...ofKind('Job')]

describe.each(workloads)('$kind $metadata.name', ({ metadata, spec: { selector, template } }) => {
  const { spec } = template
  const [container, ...others] = spec.containers
  const secrets = spec.volumes.find(({ name }: Manifest) => name === 'secrets').secret.items

  test('has no right that it does not need', () => {
    expect(others).toEqual([])
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test('says what it needs, and ends in peace', () => {
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    })
    if (metadata.name === 'migrate') return
    expect(template.metadata.labels).toEqual(selector.matchLabels)
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 9)
    expect(spec.affinity.podAntiAffinity).toBeDefined()
    expect(ofKind('PodDisruptionBudget').map((budget) => budget.spec.selector)).toContainEqual(selector)
  })

  test('is given settings that the site knows, each secret as a file that is there', () => {
    const files = secrets.map(({ path }: Manifest) => `/secrets/${path}`)
    const named = container.env.filter(({ name }: Manifest) => name.endsWith('_FILE'))
    for (const { name } of container.env) expect(isSetting(name.replace(/_FILE$/, ''))).toBe(true)
    expect(named.map(({ value }: Manifest) => value).toSorted()).toEqual(files.toSorted())
  })

  test('what only some read is theirs alone: the signing secret the workers’, the accounts of queue and owner of those who use them', () => {
    const holds = (secret: string) => secrets.some(({ key }: Manifest) => key === secret)
    expect(holds('signing-secret')).toBe(metadata.name === 'worker')
    expect(holds('signing-secret-also')).toBe(metadata.name === 'worker')
    expect(holds('database-queue-url')).toBe(metadata.name !== 'web')
    expect(holds('database-migration-url')).toBe(metadata.name === 'migrate')
    if (metadata.name === 'migrate') return
    const known: Record<string, { only?: string }> = settings
    const names = container.env.map(({ name }: Manifest) => name.replace(/_FILE$/, ''))
    expect(names.filter((name: string) => (known[name]?.only ?? metadata.name) !== metadata.name)).toEqual([])
  })

  test('who brings the database up to date is gone some minutes after its end, and Argo CD makes it anew', () => {
    if (metadata.name !== 'migrate') return
    const [{ spec }] = ofKind('Job')
    expect(spec.ttlSecondsAfterFinished).toBeWithin(60, 3600)
    expect(metadata.annotations).toEqual({
      'argocd.argoproj.io/hook': 'Sync',
      'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
    })
  })

  test('who brings the database up to date has no key of the services', () => {
    if (metadata.name !== 'migrate') return
    expect(secrets.map(({ key }: Manifest) => key)).toEqual([
      'database-url',
      'database-queue-url',
      'database-migration-url',
    ])
  })

  test('every key of the secret is one that docs/kubernetes.md makes', async () => {
    const docs = await Bun.file(join(root, '../../docs/kubernetes.md')).text()
    for (const { key } of secrets) expect(docs).toContain(`--from-literal=${key}=`)
  })
})

test('every secret among the settings is a file of some pod, but what an authority adds with a key of its own', () => {
  const named = workloads.flatMap(({ spec }) => spec.template.spec.containers[0].env.map(({ name }: Manifest) => name))
  const missing = Object.entries<{ secret?: true }>(settings).flatMap(([name, { secret }]) =>
    secret && !named.includes(`${name}_FILE`) ? [name] : [],
  )
  expect(missing).toEqual(['DATABASE_READ_URL', 'ADMIN_PASSWORD', 'OTEL_EXPORTER_OTLP_HEADERS'])
  const plain = named.filter((name) => name.endsWith('_FILE')).map((name) => name.replace(/_FILE$/, ''))
  const open = plain.filter((name) => !(settings as Record<string, { secret?: true }>)[name]?.secret)
  expect(open).toEqual([])
})

test('images that are not the authority’s own are named by exact version', () => {
  const named = JSON.stringify(manifests).matchAll(/"image(?:Name)?":"([^"]+)"/g)
  const others = [...named].map(([, image]) => image!).filter((image) => image !== 'accreditation')
  expect(others.length).toBeGreaterThan(0)
  for (const image of others) expect(image).toMatch(/:v?\d+\.\d+[\w.-]*$/)
})

test('network rules, services and the ingress name what is there', () => {
  // CloudNativePG gives its pods labels with the names of their cluster and pooler.
  const labels: Manifest[] = [
    ...workloads.map(({ spec }) => spec.template.metadata.labels),
    ...ofKind('Cluster').map(({ metadata }) => ({ 'cnpg.io/cluster': metadata.name })),
    ...ofKind('Pooler').map(({ metadata }) => ({ 'cnpg.io/poolerName': metadata.name })),
  ]
  const selected = [
    ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ...ofKind('Service').map(({ spec }) => spec.selector),
  ]
  for (const selector of selected) expect(labels).toContainEqual(expect.objectContaining(selector))
  const services = ofKind('Service').map(({ metadata }) => metadata.name)
  for (const { spec } of ofKind('Ingress')) {
    const backends = spec.rules.flatMap(({ http }: Manifest) => http.paths.map(({ backend }: Manifest) => backend))
    for (const { service } of backends) expect(services).toContain(service.name)
  }
  const gateways = ofKind('Gateway').flatMap(({ metadata, spec }) =>
    spec.listeners.map(({ name }: Manifest) => ({ name: metadata.name, sectionName: name })),
  )
  for (const { spec } of ofKind('HTTPRoute')) {
    for (const parent of spec.parentRefs) expect(gateways).toContainEqual(parent)
    const backends = spec.rules.flatMap(({ backendRefs = [] }: Manifest) => backendRefs)
    for (const { name } of backends) expect(services).toContain(name)
  }
})

test('nothing reaches a pod that no rule names: those of the site, the database and its pooler are closed', () => {
  const closed = ofKind('NetworkPolicy').filter(({ spec }) => spec.policyTypes.includes('Ingress'))
  const selectors = closed.map(({ spec }) => spec.podSelector.matchLabels)
  for (const label of [
    { 'app.kubernetes.io/name': 'accreditation' },
    { 'cnpg.io/cluster': 'database' },
    { 'cnpg.io/poolerName': 'database-pooler' },
  ])
    expect(selectors).toContainEqual(label)
  const open = closed.flatMap(({ spec }) => spec.ingress.filter(({ from }: Manifest) => !from?.length))
  expect(open).toEqual([])
})

const brand = new Set(Object.keys(brandMeanings).map(brandSetting))

function isSetting(name: string): boolean {
  return name in settings || brand.has(name) || name === 'NODE_ENV'
}
