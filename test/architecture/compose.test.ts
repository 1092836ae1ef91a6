import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'
import { brandMeanings, brandSetting, settings } from '#settings.ts'

// `compose.yaml`: what each container is given, and what it may do.

type Service = {
  image: string
  environment?: Record<string, string>
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

const { services, volumes } = YAML.parse(await Bun.file(join(import.meta.dir, '../../compose.yaml')).text()) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const namesOf = ({ environment = {} }: Service) => [
  ...new Set(Object.keys(environment).map((name) => name.replace(/_FILE$/, ''))),
]
const mountsOf = ({ volumes = [] }: Service) => volumes.map((volume) => volume.split(':')[0]!)
const holdersOf = (volume: string) =>
  Object.entries(services).flatMap(([name, service]) => (mountsOf(service).includes(volume) ? [name] : []))
const brand = new Set(Object.keys(brandMeanings).map(brandSetting))
const ours = Object.entries(services).filter(([, { image }]) => image.includes('event-accreditation:local'))

test.each(Object.entries(services))(
  '%s writes to its volumes alone, and has no right that it does not need',
  (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  },
)

describe('secrets', () => {
  test('what opens the signing keys, and the account of the queue, are with those who work jobs', () => {
    const holders = ours.filter(([, service]) => mountsOf(service).includes('worker-secrets')).map(([name]) => name)
    expect(holders).toEqual(['secrets', 'web', 'worker'])
    const named = ours.filter(([, service]) => namesOf(service).some((name) => name.startsWith('SIGNING_SECRET')))
    expect(named.map(([name, { environment }]) => [name, environment?.ROLE])).toEqual([
      ['web', 'all'],
      ['worker', 'worker'],
    ])
    const replica = services['web-replica']!
    expect(replica.environment?.ROLE).toBe('web')
    expect(mountsOf(replica)).toEqual(['site-secrets'])
    expect(namesOf(replica)).not.toContain('DATABASE_QUEUE_URL')
  })

  test('each container has its own alone, and what was made is seen by its maker alone', () => {
    expect(holdersOf('secrets')).toEqual(['secrets'])
    expect(holdersOf('database-secrets')).toEqual(['secrets', 'postgres'])
    expect(holdersOf('backup-secrets')).toEqual(['secrets', 'backup'])
    expect(holdersOf('pgbouncer-secrets')).toEqual(['secrets', 'pgbouncer'])
    const given = (name: string) => mountsOf(services[name]!).filter((mount) => mount.endsWith('secrets'))
    expect(
      Object.fromEntries(['balancer', 'pgbouncer', 'backup', 'postgres'].map((name) => [name, given(name)])),
    ).toEqual({
      balancer: [],
      pgbouncer: ['pgbouncer-secrets'],
      backup: ['backup-secrets'],
      postgres: ['database-secrets'],
    })
  })

  test('the owner of the database signs in from the commands that change the schema alone', () => {
    expect(holdersOf('owner-secrets')).toEqual(['secrets', 'migrate'])
    const named = ours.filter(([, service]) => namesOf(service).includes('DATABASE_MIGRATION_URL'))
    expect(named.map(([name]) => name)).toEqual(['migrate'])
  })

  test('who brings the database up to date has no key of the services', () => {
    expect(namesOf(services.migrate!).toSorted()).toEqual([
      'DATABASE_DIRECT_URL',
      'DATABASE_MIGRATION_URL',
      'DATABASE_QUEUE_URL',
      'DATABASE_URL',
      'LOG_FORMAT',
      'SANDBOX',
    ])
  })

  test.each(ours)('%s: each file lies in a volume that the container sees', (_, service) => {
    const targets = (service.volumes ?? []).map((volume) => volume.split(':')[1])
    const files = Object.entries(service.environment ?? {}).filter(([name]) => name.endsWith('_FILE'))
    for (const [, path] of files) expect(targets).toContain(`/${path.split('/')[1]}`)
    for (const name of mountsOf(service)) expect(Object.keys(volumes)).toContain(name)
  })
})

test('every setting of the site reaches it, but what the image says, production refuses or the owner alone needs', () => {
  const others = Object.entries<{ outsideContainers?: true }>(settings).flatMap(([name, { outsideContainers }]) =>
    outsideContainers || name === 'DATABASE_MIGRATION_URL' ? [] : [name],
  )
  expect(namesOf(services.web!).toSorted()).toEqual([...others, ...brand].toSorted())
})

test('behind the balancer each process is given what its role reads, and none is pinned to a value', () => {
  const known: Record<string, { only?: string }> = settings
  const alone = namesOf(services.web!)
  const without = (service: string) => alone.filter((name) => !namesOf(services[service]!).includes(name)).toSorted()
  const notFor = (role: string) => alone.filter((name) => (known[name]?.only ?? role) !== role).toSorted()
  expect([without('web-replica'), without('worker')]).toEqual([notFor('web'), notFor('worker')])
  // What the public reaches can neither sign nor write to people; what works jobs cannot be asked to believe a provider.
  expect(without('web-replica')).toEqual([
    'CHECKPOINT_STORE',
    'CRM_WEBHOOK_SECRET',
    'CRM_WEBHOOK_SECRET_ALSO',
    'DATABASE_QUEUE_URL',
    'RESTORING',
    'SIGNING_SECRET',
    'SIGNING_SECRET_ALSO',
    'SMTP_URL',
  ])
  expect(without('worker')).toEqual([
    'ADDRESS_API_KEY',
    'ADMIN_PASSWORD',
    'DATABASE_READ_URL',
    'MAIL_BOUNCES_SECRET',
    'MAIL_BOUNCES_SECRET_ALSO',
    'MAIL_INCOMING_SECRET',
    'MAIL_INCOMING_SECRET_ALSO',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_WEBHOOK_SECRET_ALSO',
  ])
  for (const [, { environment = {} }] of ours)
    for (const [name, value] of Object.entries(environment))
      if (!name.endsWith('_FILE') && name !== 'ROLE') expect(String(value)).toStartWith(`\${${name}`)
})

test.each(ours)('%s is given settings that the site knows', (_, service) => {
  const unknown = namesOf(service).filter((name) => !(name in settings) && !brand.has(name))
  expect(unknown).toEqual([])
})

test('images are named by exact version, and another one can be named in their place', async () => {
  const others = Object.values(services).filter(({ image }) => !image.includes('event-accreditation:local'))
  expect(others.length).toBeGreaterThan(3)
  for (const { image } of others) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w./-]+:v?\d+\.\d+[\w.-]*\}$/)
  const dockerfile = await Bun.file(join(import.meta.dir, '../../Dockerfile')).text()
  for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:\d+\.\d+\.\d+|^scratch$/)
})

test('deploy/pin prints each of these images with the digest that its registry gives, and fails for one that has none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pin-'))
  const digest = `sha256:${'0'.repeat(64)}`
  // As Docker answers: of all registries but Caddy's.
  const docker = `#!/bin/sh\ncase "$*" in *caddy*) exit 1 ;; *) echo ${digest} ;; esac\n`
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 })
  const { stdout, stderr, exitCode } = Bun.spawnSync([join(import.meta.dir, '../../deploy/pin')], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    stderr: 'pipe',
  })
  rmSync(folder, { recursive: true })
  const others = Object.values(services).filter(({ image }) => !image.includes('event-accreditation:local'))
  const pinned = others.map(({ image }) => image.replace(/^\$\{(\w+):-(.+)\}$/, `$1=$2@${digest}`))
  expect(stdout.toString().trim().split('\n').toSorted()).toEqual([...new Set(pinned)].toSorted())
  expect(stderr.toString()).toMatch(/^No registry answers for caddy:\S+\.\n$/)
  expect(exitCode).toBe(1)
})
