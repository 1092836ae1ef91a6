import { SettingProblem } from '#env.ts'

export function mayComeUp(problem: unknown): boolean {
  return isDatabaseUnavailable(problem) && stateOf(problem) !== '25006'
}

/** A sentence without a password on why `url` cannot be used; null for problems other than reaching it. */
export function databaseProblem(problem: unknown, url: string): string | null {
  if (problem instanceof SettingProblem) return problem.message
  const code = stateOf(problem)
  const { place, name, user, tls } = partsOf(url)
  if (code === '28P01') return `The database server at ${place} refuses the password of "${user}" (DATABASE_URL).`
  if (code === '3D000') return `The server at ${place} has no database "${name}" (DATABASE_URL): create it first.`
  if (code === '25006') return `The database at ${place} only reads: DATABASE_URL has to name the primary server.`
  if (code === '42501')
    return `"${user}" may not do this in the database "${name}": its account has to own its database, or to have been made by "bun run migrate" (docs/operating.md, "Roles of the database").`
  if (code === '57P03') return `The database server at ${place} is starting up or shutting down.`
  if (code === '53300') return `The database server at ${place} takes no more connections.`
  if (/^(28|08|42704)/.test(code)) return `The database server at ${place} refuses the connection: ${wordsOf(problem)}.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host of DATABASE_URL is not known: ${place}.`
  if (certificateProblem.test(code))
    return `The certificate of the database server at ${place} is not trusted (${code}). NODE_EXTRA_CA_CERTS names the file of its authority.`
  if (tls && (code === 'ECONNRESET' || /SSL/.test(wordsOf(problem))))
    return `The database server at ${place} does not speak TLS, which sslmode in DATABASE_URL asks for.`
  if (/^(57P0[12]|CONNECTION_CLOSED)$/.test(code) || wordsOf(problem).startsWith('Connection terminated'))
    return `The database server at ${place} ended the connection.`
  if (problem instanceof DatabaseUnavailable) return `The database server at ${place} stopped answering.`
  if (isDatabaseUnavailable(problem)) return `No PostgreSQL server answers at ${place} (DATABASE_URL).`
  return null
}

function stateOf(problem: unknown): string {
  return problem instanceof Error && 'code' in problem ? String(problem.code) : ''
}

function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : ''
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateProblem = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|INVALID_CA|HOSTNAME_MISMATCH)/

function partsOf(url: string): { place: string; name: string; user: string; tls: boolean } {
  const parsed = new URL(url)
  const user = decodeURIComponent(parsed.username)
  return {
    place: parsed.host,
    name: decodeURIComponent(parsed.pathname.slice(1)) || user,
    user,
    tls: !['', 'disable'].includes(parsed.searchParams.get('sslmode') ?? ''),
  }
}

const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** https://www.postgresql.org/docs/18/errcodes-appendix.html; 25006: a former primary that only reads. */
const stateCodes = /^(08...|53300|57P0[1-35]|25006)$/
/** The queue's library throws this when a connection is lost while it stops listening. */
const givenBackTwice = 'Release called on client which has already been released to the pool.'

export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE'
  constructor() {
    super('The database is unavailable.')
    this.name = 'DatabaseUnavailable'
  }
}

/** What is read is still answered. */
export function isDiskFull(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && problem.code === '53100'
}

export function isDatabaseUnavailable(problem: unknown): boolean {
  for (let depth = 0; depth < 5 && problem instanceof Error; depth++) {
    if (problem instanceof DatabaseUnavailable || problem.message === givenBackTwice) return true
    const code = 'code' in problem ? String(problem.code) : ''
    if (connectionCodes.has(code) || stateCodes.test(code)) return true
    problem = problem.cause
  }
  return false
}
