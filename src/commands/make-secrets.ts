import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printsJson } from '../env.ts'
import { printJson } from '../process/log.ts'

// `make-secrets FOLDER SITE_FOLDER WORKER_FOLDER`: random secrets for `docker compose up` without settings, made once and kept in three
// volumes, so that no password stands in a file of the project. The containers read them through NAME_FILE. What answers visitors sees the
// second folder alone, what works jobs and signs the third as well, the owner of the database the first.
if (printsJson(process.env)) printJson()
const [folder, siteFolder, workerFolder] = process.argv.slice(2)
if (!folder || !siteFolder || !workerFolder) {
  console.error('Usage: make-secrets FOLDER SITE_FOLDER WORKER_FOLDER')
  process.exit(1)
}
const random = (bytes: number) => randomBytes(bytes).toString('base64url')
const address = (user: string, password: string) => `postgres://${user}:${password}@postgres:5432/accreditation`
for (const each of [folder, siteFolder, workerFolder]) mkdirSync(each, { recursive: true })
if (!existsSync(join(folder, 'database-url'))) {
  const password = random(24)
  write(folder, 'postgres-password', password)
  write(folder, 'database-url', address('accreditation', password))
  console.info('Secrets made.')
}
// Without it no backup can be read: docs/backups.md.
if (!existsSync(join(folder, 'backup-key'))) write(folder, 'backup-key', random(48))
// Earlier releases kept these in the folders before.
once(siteFolder, 'session-secret', () => kept(folder, 'session-secret') ?? random(48))
once(siteFolder, 'database-url', () => address('accreditation_web', random(24)))
const signing = () => kept(siteFolder, 'signing-secret') ?? kept(folder, 'signing-secret') ?? random(48)
once(workerFolder, 'signing-secret', signing)
const queue = () => kept(siteFolder, 'queue-database-url') ?? address('accreditation_jobs', random(24))
once(workerFolder, 'queue-database-url', queue)
for (const name of ['signing-secret', 'queue-database-url', 'other-queue-database-url'])
  rmSync(join(siteFolder, name), { force: true })
// The owner makes that account, and follows its password.
write(folder, 'queue-database-url', readFileSync(join(workerFolder, 'queue-database-url'), 'utf8'))
poolTheSite()
// What compose.yaml names in the place of the addresses above where DATABASE_URL is another database's.
for (const each of [folder, siteFolder]) once(each, 'other-database-url', () => '')
for (const each of [folder, workerFolder]) once(each, 'other-queue-database-url', () => '')

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
