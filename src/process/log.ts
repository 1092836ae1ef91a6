type LogFields = Record<string, string | number | boolean | null | undefined>
/** One line of JSON per event on standard output. Fields never hold personal data, tokens or bodies. */
export type Log = {
  info: (event: string, fields?: LogFields) => void
  error: (event: string, fields?: LogFields, problem?: unknown) => void
}

export function createLog(write: (line: string) => void = (line) => void process.stdout.write(line)): Log {
  const line = (level: string, event: string, fields: LogFields) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, fields = {}, problem) => line('error', event, { ...fields, ...describe(problem) }),
  }
}

/**
 * Name, code and stack of a problem. Its message only where it is ours: a driver's message may quote a value. One about a missing right
 * names a table and nothing else.
 */
function describe(problem: unknown): LogFields {
  if (!(problem instanceof Error)) return {}
  const code = 'code' in problem ? String(problem.code) : undefined
  const stack = problem.stack
    ?.split('\n')
    .filter((row) => row.trimStart().startsWith('at '))
    .slice(0, 8)
    .join(' | ')
  const isOurs = code === undefined || code === '42501'
  return { problem: problem.name, message: isOurs ? problem.message.slice(0, 300) : undefined, code, stack }
}
