import { resolve } from 'node:path'
import type { Sql } from './database/sql.ts'
import type { CredentialRunner } from './features/proof/credential/server/run-credentials.ts'
import type { LogRunner } from './features/proof/server/run-log.ts'
import type { Jobs } from './jobs/run-jobs.ts'
import { filePaths } from './pages.ts'
import { projectRoot } from './process/project-root.ts'
import type { Services } from './requests/services.ts'

/** In the order in which they start. */
export type WorkParts = {
  queue: { url: string; sql: Sql; end: () => Promise<void> }
  jobs: Jobs
  publicLog: LogRunner
  credentials: CredentialRunner
}

/** @param parts gets each part as soon as it runs, so that it can be stopped when a later one fails. @param of.databaseUrl past a pooler. */
export async function startWork(
  parts: Partial<WorkParts>,
  services: Services,
  { databaseUrl, scheduled, isUnavailable }: { databaseUrl: string; scheduled: boolean; isUnavailable: () => boolean },
): Promise<void> {
  const { runJobs } = await import('./jobs/run-jobs.ts')
  const when = scheduled ? {} : { schedule: [] }
  parts.queue = await openQueue(services, databaseUrl)
  const { url, sql } = parts.queue
  parts.jobs = await runJobs(services, url, { ...when, isUnavailable, sql })
  if (!scheduled) return
  const { fillLedgerFirst } = await import('./features/payments/ledger/server/fill-ledger.ts')
  await fillLedgerFirst(services.sql)
  await startLog(parts, services, sql)
  const { makeFirstFiles } = await import('./features/proof/open-data/files/server/make-data-files.ts')
  await makeFirstFiles(services)
}

async function openQueue({ env, sql }: Services, databaseUrl: string): Promise<WorkParts['queue']> {
  if (!env.databaseQueueUrl) return { url: databaseUrl, sql, end: async () => {} }
  const { openSql } = await import('./database/sql.ts')
  const own = openSql(env.databaseQueueUrl, { connections: 2 })
  return { url: env.databaseQueueUrl, sql: own, end: () => own.end({ timeout: 2 }) }
}

/** Signing keys are opened only here: what answers requests never gets them. */
async function startLog(parts: Partial<WorkParts>, { env, log, now }: Services, sql: Sql): Promise<void> {
  if (!env.signingSecret) return
  if (env.isRestoring) {
    log.info('RESTORING is on: nothing is signed')
    return
  }
  const secret = [env.signingSecret, env.signingSecretAlso].filter(Boolean)
  const { runLog } = await import('./features/proof/server/run-log.ts')
  const { policyOf } = await import('./features/proof/witnesses/server/policy-of.ts')
  const origin = `${new URL(env.publicUrl).host}${filePaths.log()}`
  const file = resolve(projectRoot, env.dataFolder, 'log-checkpoint')
  const { openCheckpointStore } = await import('./features/proof/server/checkpoint-store.ts')
  const store = env.checkpointStore ? openCheckpointStore(env.checkpointStore) : null
  const isDemonstration = env.mode === 'demo'
  const witnesses = await policyOf(env)
  parts.publicLog = runLog({ sql, log, now, origin, secret, file, store, witnesses, isDemonstration })
  const { runCredentials } = await import('./features/proof/credential/server/run-credentials.ts')
  const issuer = { publicUrl: env.publicUrl, name: env.brand.name }
  parts.credentials = runCredentials({ sql, log, now, issuer, secret })
}
