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
