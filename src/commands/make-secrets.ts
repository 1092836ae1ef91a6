import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// `make-secrets FOLDER`: random secrets for `docker compose up` without settings, made once and kept in a volume, so that
// no password stands in a file of the project. The containers read them through NAME_FILE.
const folder = process.argv[2]
if (!folder) {
  console.error('Usage: make-secrets FOLDER')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
if (!existsSync(join(folder, 'database-url'))) {
  const password = randomBytes(24).toString('base64url')
  write('session-secret', randomBytes(48).toString('base64url'))
  write('postgres-password', password)
  write('database-url', `postgres://accreditation:${password}@postgres:5432/accreditation`)
  console.info('Secrets made.')
}
// Came with a later release than the others.
if (!existsSync(join(folder, 'signing-secret'))) write('signing-secret', randomBytes(48).toString('base64url'))

function write(name: string, value: string): void {
  const path = join(folder!, name)
  writeFileSync(path, value, { mode: 0o444 })
  chmodSync(path, 0o444)
}
