import { format } from 'node:util'

type LogFields = Record<string, string | number | boolean | null | undefined>
/** Fields never hold personal data, tokens or bodies. */
export type Log = {
  info: (event: string, fields?: LogFields) => void
  error: (event: string, fields?: LogFields, problem?: unknown) => void
}

export function createLog(write: (line: string) => void = (line) => void process.stdout.write(line)): Log {
  return {
    info: (event, fields = {}) => write(lineOf('info', event, fields)),
    error: (event, fields = {}, problem) => write(lineOf('error', event, { ...fields, ...describe(problem) })),
  }
}

/** From now on the console, libraries included, prints lines of JSON: the `message` of an event `printed`. */
export function printJson(): void {
  const methods = { log: 'info', info: 'info', debug: 'info', warn: 'error', error: 'error' } as const
  for (const [method, level] of Object.entries(methods) as [keyof typeof methods, 'info' | 'error'][]) {
    const stream = level === 'error' ? process.stderr : process.stdout
    console[method] = (...words: unknown[]) => {
      const problem = words.find((word) => word instanceof Error)
      const message = format(...words.filter((word) => word !== problem)).trim()
      stream.write(lineOf(level, 'printed', { ...describe(problem), ...(message && { message }) }))
    }
  }
}

function lineOf(level: string, event: string, fields: LogFields): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
}

/** A driver's message may quote a value, so only ours are kept; one about a missing right (42501) names a table only. */
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
