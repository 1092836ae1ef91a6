import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// `make-secrets FOLDER SITE_FOLDER`: random secrets for `docker compose up` without settings, made once and kept in two volumes, so that
// no password stands in a file of the project. The containers read them through NAME_FILE. The site's containers see the second folder
// alone; the first holds the database owner's password as well.
const [folder, siteFolder] = process.argv.slice(2)
if (!folder || !siteFolder) {
  console.error('Usage: make-secrets FOLDER SITE_FOLDER')
  process.exit(1)
}
const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const address = (user: string, password: string) => `postgres://${user}:${password}@postgres:5432/accreditation`
mkdirSync(folder, { recursive: true })
mkdirSync(siteFolder, { recursive: true })
if (!existsSync(join(folder, 'database-url'))) {
  const password = random(24)
  write(folder, 'postgres-password', password)
  write(folder, 'database-url', address('accreditation', password))
  console.info('Secrets made.')
}
// Without it no backup can be read: docs/backups.md.
if (!existsSync(join(folder, 'backup-key'))) write(folder, 'backup-key', random(48))
// Earlier releases kept these in the first folder.
once('session-secret', () => earlier('session-secret') ?? random(48))
once('signing-secret', () => earlier('signing-secret') ?? random(48))
once('database-url', () => address('accreditation_web', random(24)))
once('queue-database-url', () => address('accreditation_jobs', random(24)))
poolTheSite()
// What compose.yaml names in the place of the addresses above where DATABASE_URL is another database's.
for (const [path, name] of [
  [folder, 'other-database-url'],
  [siteFolder, 'other-queue-database-url'],
] as const)
  if (!existsSync(join(path, name))) write(path, name, '')

/** What PgBouncer is started with, and the site's address by way of it; written anew each time, so that both follow the site's password. */
function poolTheSite(): void {
  const pooled = new URL(readFileSync(join(siteFolder!, 'database-url'), 'utf8'))
  write(siteFolder!, 'pgbouncer-users', `"${pooled.username}" "${decodeURIComponent(pooled.password)}"\n`)
  write(
    siteFolder!,
    'pgbouncer.ini',
    `[databases]
accreditation = host=${pooled.hostname} port=${pooled.port} dbname=accreditation
[pgbouncer]
listen_addr = *
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /site-secrets/pgbouncer-users
pool_mode = transaction
max_prepared_statements = 1000
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
`,
  )
  Object.assign(pooled, { hostname: 'pgbouncer', port: '6432' })
  write(siteFolder!, 'pooled-database-url', pooled.href)
}

function once(name: string, make: () => string): void {
  if (!existsSync(join(siteFolder!, name))) write(siteFolder!, name, make())
}

function earlier(name: string): string | null {
  const path = join(folder!, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function write(into: string, name: string, value: string): void {
  const path = join(into, name)
  rmSync(path, { force: true })
  writeFileSync(path, value, { mode: 0o444 })
  chmodSync(path, 0o444)
}
