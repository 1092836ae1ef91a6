/** What postgres.js and the operating system call a connection that cannot be made or has broken. */
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
/**
 * SQLSTATEs of a server that takes nothing for a while: connection exceptions (08), too many connections, shutting down, crashed,
 * starting up, and a former primary that only reads (25006).
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const stateCodes = /^(08...|53300|57P0[1-35]|25006)$/
/** What the driver of the queue's library says when a connection is lost while the library stops listening on it: both give it back. */
const givenBackTwice = 'Release called on client which has already been released to the pool.'

/** A statement that was not sent, because the database is known to be away (`watch-database.ts`). */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE'
  constructor() {
    super('The database is unavailable.')
    this.name = 'DatabaseUnavailable'
  }
}

/** Whether a thrown problem, or one that it wraps, means that the database cannot be reached, and not that a statement is wrong. */
export function isDatabaseUnavailable(problem: unknown): boolean {
  for (let depth = 0; depth < 5 && problem instanceof Error; depth++) {
    if (problem instanceof DatabaseUnavailable || problem.message === givenBackTwice) return true
    const code = 'code' in problem ? String(problem.code) : ''
    if (connectionCodes.has(code) || stateCodes.test(code)) return true
    problem = problem.cause
  }
  return false
}
