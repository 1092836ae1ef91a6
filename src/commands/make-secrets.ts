import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printsJson } from '#env.ts'
import { printJson } from '#process/log.ts'

// Random secrets for `docker compose up`, made once. Containers read NAME_FILE from a folder of their own: `secrets` is for this command alone, and
// folders other than `site-secrets` and `worker-secrets` hold copies that are written each time.
if (printsJson(process.env)) printJson()
const [root] = process.argv.slice(2)
if (!root) {
  console.error('Usage: make-secrets FOLDER')
  process.exit(1)
}
const [folder, siteFolder, workerFolder] = [inRoot('secrets'), inRoot('site-secrets'), inRoot('worker-secrets')]
const [ownerFolder, databaseFolder] = [inRoot('owner-secrets'), inRoot('database-secrets')]
const [backupFolder, poolerFolder] = [inRoot('backup-secrets'), inRoot('pgbouncer-secrets')]
const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const address = (user: string, password: string) => `postgres://${user}:${password}@postgres:5432/accreditation`
if (!existsSync(join(folder, 'database-url'))) {
  const password = random(24)
  write(folder, 'postgres-password', password)
  write(folder, 'database-url', address('accreditation', password))
  console.info('Secrets made.')
}
// Without it no backup can be read: docs/backups.md.
if (!existsSync(join(folder, 'backup-key'))) write(folder, 'backup-key', random(48))
// Earlier releases kept these in `secrets`.
once(siteFolder, 'session-secret', () => kept(folder, 'session-secret') ?? random(48))
once(siteFolder, 'database-url', () => address('accreditation_web', random(24)))
const signing = () => kept(siteFolder, 'signing-secret') ?? kept(folder, 'signing-secret') ?? random(48)
once(workerFolder, 'signing-secret', signing)
const queue = () => kept(siteFolder, 'queue-database-url') ?? address('accreditation_jobs', random(24))
once(workerFolder, 'queue-database-url', queue)
for (const name of ['signing-secret', 'queue-database-url', 'other-queue-database-url'])
  rmSync(join(siteFolder, name), { force: true })
// The owner creates that account with this password.
write(folder, 'queue-database-url', readFileSync(join(workerFolder, 'queue-database-url'), 'utf8'))
poolTheSite()
for (const name of ['database-url', 'queue-database-url']) copy(name, ownerFolder)
for (const each of [databaseFolder, backupFolder]) copy('postgres-password', each)
copy('backup-key', backupFolder)
// What compose.yaml names instead where DATABASE_URL is another database's.
for (const each of [ownerFolder, siteFolder]) once(each, 'other-database-url', () => '')
for (const each of [ownerFolder, workerFolder]) once(each, 'other-queue-database-url', () => '')

/** Written each time, so that both follow the site's password. */
function poolTheSite(): void {
  const pooled = new URL(readFileSync(join(siteFolder, 'database-url'), 'utf8'))
  write(poolerFolder, 'pgbouncer-users', `"${pooled.username}" "${decodeURIComponent(pooled.password)}"\n`)
  write(
    poolerFolder,
    'pgbouncer.ini',
    `[databases]
accreditation = host=${pooled.hostname} port=${pooled.port} dbname=accreditation
[pgbouncer]
listen_addr = *
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /pgbouncer-secrets/pgbouncer-users
pool_mode = transaction
max_prepared_statements = 1000
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
`,
  )
  Object.assign(pooled, { hostname: 'pgbouncer', port: '6432' })
  write(siteFolder, 'pooled-database-url', pooled.href)
  for (const name of ['pgbouncer.ini', 'pgbouncer-users']) rmSync(join(siteFolder, name), { force: true })
}

function inRoot(name: string): string {
  const path = join(root!, name)
  mkdirSync(path, { recursive: true })
  return path
}

function copy(name: string, into: string): void {
  write(into, name, readFileSync(join(folder, name), 'utf8'))
}

function once(into: string, name: string, make: () => string): void {
  if (!existsSync(join(into, name))) write(into, name, make())
}

function kept(within: string, name: string): string | null {
  const path = join(within, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function write(into: string, name: string, value: string): void {
  const path = join(into, name)
  rmSync(path, { force: true })
  writeFileSync(path, value, { mode: 0o444 })
  chmodSync(path, 0o444)
}
