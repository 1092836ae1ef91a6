import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { camel } from '#database/camel.ts'
import { recordChange } from '#database/record-change.ts'
import type { Sql } from '#database/sql.ts'
import { withDatabase } from '#database/with-database.ts'
import { signInAddressProblem } from '#domain/mail-address.ts'
import { readEnv } from '#env.ts'
import { removeSecondFactor } from '#features/people/sign-in/queries.ts'
import { createLog } from '#process/log.ts'
import { createAuth } from '#providers/auth/better-auth.ts'
import { passwordProblem } from '#providers/auth/password.ts'

const resetOption = '--reset-second-factor'

/** As it was called: in the image it is another file than among the sources. */
const command = `bun ${relative(process.cwd(), process.argv[1]!)}`

const usage = `Creates an owner of the admin area, or lets a person who exists in again as one: sets their password and ends their sessions.

  ${command} EMAIL NAME
  ${command} ${resetOption} EMAIL NAME

With ${resetOption} their authenticator app and recovery codes stop working too; they set up another one at their next sign-in.
The password is asked for, or read as the first line of standard input; it is never an argument, where others could see it.`

process.exit(await createAdmin(process.argv.slice(2)))

/** @returns its exit code: 0 done, 1 refused, 2 called wrongly. */
async function createAdmin(given: string[]): Promise<number> {
  const [email, ...words] = given.filter((word) => word !== resetOption)
  const resetsFactor = given.includes(resetOption)
  const name = words.join(' ').trim()
  if (!email || !name || email.startsWith('-')) return say(usage, 2)
  const read = readEnv(process.env)
  if ('problems' in read) return say(['These settings do not work:', ...read.problems].join('\n- '), 1)

  const addressProblem = signInAddressProblem(email)
  if (addressProblem) return say(addressProblem, 1)
  const password = await readPassword()
  if (password === null) return say('Nothing was changed.', 1)
  const problem = await passwordProblem(password)
  if (problem) return say(problem, 1)

  return await withDatabase(read.env, {}, async ({ sql }) => {
    const log = createLog((line) => void process.stderr.write(line))
    const auth = createAuth({ sql, env: read.env, log })
    const personId = await auth.setPassword({ email, name, password, roles: ['owner'] })
    await record(sql, personId, 'let-in', { roles: ['owner'] })
    if (resetsFactor && (await removeSecondFactor(camel(sql), personId))) {
      await record(sql, personId, 'second-factor-reset')
    }
    return say(`${email} can sign in as an owner. Earlier sessions have ended.`, 0)
  })
}

async function record(sql: Sql, id: string, action: string, after?: Record<string, unknown>): Promise<void> {
  const actor = { kind: 'command' as const, name: 'create-admin' }
  await recordChange(sql, { actor, subject: { kind: 'person', id }, action, ...(after ? { after } : {}) })
}

function say(text: string, code: number): number {
  if (code === 0) console.log(text)
  else process.stderr.write(`${text}\n`)
  return code
}

/** Typed twice without echo, or the first line of what is piped in; null when cancelled. */
async function readPassword(): Promise<string | null> {
  if (!process.stdin.isTTY) {
    for await (const line of createInterface({ input: process.stdin })) return line
    return null
  }
  const first = await askHidden('Password: ')
  if (first === null) return null
  const second = await askHidden('The same again: ')
  if (first === second) return first
  process.stderr.write('The two are not the same.\n')
  return null
}

function askHidden(question: string): Promise<string | null> {
  const { stdin } = process
  process.stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve) => {
    let typed = ''
    const finish = (answer: string | null) => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
      process.stderr.write('\n')
      resolve(answer)
    }
    const onData = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\r' || key === '\n') return finish(typed)
        if (key === '\u0003' || key === '\u0004') return finish(null)
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ') typed += key
      }
    }
    stdin.on('data', onData)
  })
}
