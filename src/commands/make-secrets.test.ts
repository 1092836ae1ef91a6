import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = mkdtempSync(join(tmpdir(), 'make-secrets-'))
afterAll(() => rmSync(root, { recursive: true }))

const names = [
  'secrets',
  'owner-secrets',
  'database-secrets',
  'backup-secrets',
  'pgbouncer-secrets',
  'site-secrets',
  'worker-secrets',
] as const

/** Runs the command on the folders of an installation. @returns what they hold, by `folder/file`. */
function make(installation: string): Record<string, string> {
  const folders = names.map((name) => join(root, installation, name))
  const { success, stderr } = Bun.spawnSync(['bun', join(import.meta.dir, 'make-secrets.ts'), join(root, installation)])
  if (!success) throw new Error(stderr.toString())
  const files = folders.flatMap((folder, nth) => readdirSync(folder).map((file) => [folder, names[nth], file] as const))
  return Object.fromEntries(
    files.map(([folder, name, file]) => [`${name}/${file}`, readFileSync(join(folder, file), 'utf8')]),
  )
}

test('secrets are made once, and each folder holds what its readers need', () => {
  const made = make('new')
  expect(make('new')).toEqual(made)
  expect(Object.keys(made).filter((path) => path.startsWith('site-secrets/'))).toEqual(
    expect.not.arrayContaining(['site-secrets/signing-secret', 'site-secrets/queue-database-url']),
  )
  expect(made['worker-secrets/signing-secret']).toMatch(/^[\w-]{64}$/)
  expect(made['secrets/queue-database-url']).toBe(made['worker-secrets/queue-database-url']!)
  const copies = ['owner-secrets', 'database-secrets', 'backup-secrets', 'pgbouncer-secrets']
  expect(
    Object.keys(made)
      .filter((path) => copies.includes(path.split('/')[0]!))
      .toSorted(),
  ).toEqual([
    'backup-secrets/backup-key',
    'backup-secrets/postgres-password',
    'database-secrets/postgres-password',
    'owner-secrets/database-url',
    'owner-secrets/other-database-url',
    'owner-secrets/other-queue-database-url',
    'owner-secrets/queue-database-url',
    'pgbouncer-secrets/pgbouncer-users',
    'pgbouncer-secrets/pgbouncer.ini',
  ])
  for (const name of ['postgres-password', 'backup-key'])
    expect(made[`backup-secrets/${name}`]).toBe(made[`secrets/${name}`]!)
  expect(made['owner-secrets/database-url']).toBe(made['secrets/database-url']!)
  expect(Object.keys(made)).not.toContain('site-secrets/pgbouncer.ini')
})

test('an installation whose web processes could read the signing secret goes on with the same one, out of their sight', () => {
  const site = join(root, 'older', 'site-secrets')
  mkdirSync(site, { recursive: true })
  const before = {
    'signing-secret': 's'.repeat(64),
    'queue-database-url': 'postgres://accreditation_jobs:p@postgres:5432/accreditation',
    'session-secret': 'c'.repeat(64),
  }
  for (const [name, value] of Object.entries(before)) writeFileSync(join(site, name), value)
  const made = make('older')
  expect(made['worker-secrets/signing-secret']).toBe(before['signing-secret'])
  expect(made['worker-secrets/queue-database-url']).toBe(before['queue-database-url'])
  expect(made['site-secrets/session-secret']).toBe(before['session-secret'])
  expect(made['site-secrets/signing-secret']).toBeUndefined()
  expect(made['site-secrets/queue-database-url']).toBeUndefined()
})
