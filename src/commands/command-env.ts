import { type Env, readEnv } from '#env.ts'

/** Ends the process where the settings do not work, or with how the command is used. */
export function commandEnv(usage = '', about?: RegExp): Env {
  const read = readEnv(process.env, about)
  if (!('problems' in read) && !usage) return read.env
  console.error('problems' in read ? read.problems.join('\n') : usage)
  process.exit(1)
}
