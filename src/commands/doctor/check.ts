import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'

/** Sentences without secrets or personal data; `toDo` says what to do. */
export type Finding =
  | ({ result: 'ok' } & Statement)
  | ({ result: 'warning' | 'wrong' | 'skipped'; toDo: string } & Statement)
type Statement = { says: string }

export type CheckResult = Finding & { name: string }

/** `ownSql` uses the queue's role where there is one: only that role sees the private half of a signing key. */
export type DatabaseConnections = { sql: Sql; ownSql: Sql }

/** By name, in the order of the list. */
type Checks<Arguments extends unknown[]> = Record<string, (env: Env, ...given: Arguments) => Finding | Promise<Finding>>
export type DatabaseChecks = Checks<[DatabaseConnections]>
export type OtherChecks = Checks<[]>

export const ok = (says: string): Finding => ({ result: 'ok', says })
export const warning = (says: string, toDo: string): Finding => ({ result: 'warning', says, toDo })
export const wrong = (says: string, toDo: string): Finding => ({ result: 'wrong', says, toDo })

const patienceMs = 10_000

/** Of an error only its code is shown: a message may quote a value. */
export async function runCheck(
  name: string,
  work: () => Finding | Promise<Finding>,
  limitMs = patienceMs,
): Promise<CheckResult> {
  let timer: Timer | undefined
  const timedOut = new Promise<Finding>((resolve) => {
    const finding = wrong(
      `No answer within ${limitMs / 1000} seconds.`,
      'See whether the service or the network is slow, then run this again.',
    )
    timer = setTimeout(() => resolve(finding), limitMs)
  })
  const failed = (problem: unknown) => {
    const { code, name } = problem as { code?: string; name?: string }
    return wrong(
      `The check failed (${code ?? name ?? 'unknown'}).`,
      'See whether the service answers, then run this again.',
    )
  }
  const finding = await Promise.race([Promise.try(work).catch(failed), timedOut])
  clearTimeout(timer)
  return { name, ...finding }
}

export function onStandIn(env: Env, service: string): Finding {
  const says = `The built-in stand-in takes the place of ${service}.`
  return env.mode === 'demo'
    ? ok(says)
    : warning(says, 'Set the keys of the service and take its name out of SANDBOX before people use the site.')
}
