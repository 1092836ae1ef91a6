import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseProblem, isDiskFull } from '#database/database-problem.ts'
import { schemaIsCurrent } from '#database/migrate.ts'
import { findExcessRights } from '#database/rights.ts'
import { openSql, type SqlRunner } from '#database/sql.ts'
import { SettingProblem } from '#env.ts'
import { isQuorum, type PolicyWitness } from '#features/proof/policy.ts'
import { sha256, ways } from '#features/proof/server/node-crypto.ts'
import {
  findCheckpoint,
  findPublicKey,
  findSigningKey,
  listWitnesses,
  type SigningKeyRow,
} from '#features/proof/server/queries.ts'
import { refusals } from '#features/proof/server/sign-log.ts'
import {
  keyKinds,
  type NoteKey,
  openCheckpoint,
  openCosignature,
  splitNote,
  verifierKey,
} from '#features/proof/signed-note.ts'
import { policyOf } from '#features/proof/witnesses/server/policy-of.ts'
import { witnessClient } from '#features/proof/witnesses/server/witness-client.ts'
import { countBounces, countJobs, countWaiting, findUnsigned } from '#http/work-metrics.ts'
import { projectRoot } from '#process/project-root.ts'
import { decrypt } from '#providers/auth/encrypt.ts'
import { type DatabaseChecks, ok, warning, wrong } from './check.ts'

/** In seconds: a process reports every 30 that it runs jobs; the others are the limits of the alerts. */
const signalSeconds = 90
const overdueSeconds = 300
const unsignedSeconds = 60
/** In milliseconds: below the patience for the whole check, so that it can name the witness. */
const witnessMs = 6000
/** In milliseconds: codes of the second factor change every 30 seconds. */
const clockMs = { noted: 2000, wrong: 15_000 }

export const databaseChecks: DatabaseChecks = {
  async schema(_, { sql }) {
    if (await schemaIsCurrent(sql)) return ok('The database has every migration of this program.')
    return wrong(
      'The database lacks a migration of this program, or belongs to a release that this program cannot run with.',
      'Run `bun run migrate` as the owner of the database, or start the release that the database belongs to.',
    )
  },
  async rights(env, { sql }) {
    const excess = env.databaseUrl ? await findExcessRights(sql) : null
    if (excess) return warning(excess.replace(/ docs\/.*$/, ''), 'See "Roles of the database" in docs/operating.md.')
    return ok(
      env.databaseUrl
        ? 'The site signs in with a role that owns nothing.'
        : 'The embedded database belongs to this site alone.',
    )
  },
  /** Three megabytes in a temporary table, past its buffers: a disk that is full does not take them. */
  async 'disk of the database'(_, { sql }) {
    try {
      await sql.begin(async (tx) => {
        await tx`set local temp_buffers = '800kB'`
        await tx`
          create temporary table doctor_writes on commit drop as
          select repeat(md5(n::text), 32) as text from generate_series(1, 3000) as n`
      })
      return ok('The database takes what is written.')
    } catch (problem) {
      if (!isDiskFull(problem)) throw problem
      return wrong(
        'The disk of the database is full: pages are read, and nothing is saved.',
        'See docs/runbooks/disk.md.',
      )
    }
  },
  async replica(env) {
    if (env.role === 'worker')
      return ok('Only processes that answer visitors read from a replica: their doctor tries it.')
    if (!env.databaseReadUrl) return ok('No replica for reading is set.')
    const replica = openSql(env.databaseReadUrl, { connections: 1 })
    try {
      const [found] = await replica<{ is_replica: boolean }[]>`select pg_is_in_recovery() as is_replica`
      return found!.is_replica
        ? ok('The replica for reading answers.')
        : wrong(
            'DATABASE_READ_URL names a server that is no replica.',
            'Name a streaming replica, or take the setting away.',
          )
    } catch (problem) {
      const sentence = databaseProblem(problem, env.databaseReadUrl)
      if (sentence === null) throw problem
      return wrong(
        sentence.replaceAll('DATABASE_URL', 'DATABASE_READ_URL'),
        'Pages are made from the primary until this is mended.',
      )
    } finally {
      await replica.end({ timeout: 1 })
    }
  },
  async queue(_, { sql }) {
    const [[alive], jobs, waiting] = await Promise.all([
      sql<{ workers: number }[]>`
        select count(*) as workers from job_pools where seen_at > now() - make_interval(secs => ${signalSeconds}::int)`,
      countJobs(sql),
      countWaiting(sql),
    ])
    if (!alive?.workers)
      return wrong(
        `No process has worked jobs in the last ${signalSeconds} seconds: mails, payments and the public log wait.`,
        'Start a process with ROLE=worker or ROLE=all, or see docs/runbooks/queue-stuck.md.',
      )
    const oldest = Math.round(
      Math.max(
        0,
        ...jobs.map((job) => job.oldest),
        ...waiting.filter(({ name }) => name === 'payment_events').map((row) => row.oldest),
      ),
    )
    if (oldest > overdueSeconds)
      return wrong(`A job or a payment event has been due for ${oldest} seconds.`, 'See docs/runbooks/queue-stuck.md.')
    const givenUp = jobs.filter((job) => job.given_up > 0)
    if (givenUp.length > 0)
      return warning(
        `Jobs failed too often and are not tried again: ${givenUp.map((job) => `${job.name} (${job.given_up})`).join(', ')}.`,
        'See docs/runbooks/jobs-given-up.md.',
      )
    return ok('Jobs are being processed, and none is late.')
  },
  async bounces(env, { sql }) {
    if (env.sandbox.has('mail')) return ok('No mail leaves, so none comes back.')
    const counts = new Map((await countBounces(sql)).map(({ name, count }) => [name, count]))
    const of = (name: string) => counts.get(name) ?? 0
    const [mails, bounces, complaints] = [of('handed-over'), of('hard') + of('soft'), of('complaint')]
    const isAbove = (count: number, { share, least }: { share: number; least: number }) =>
      count >= least && count > mails * share
    if (isAbove(bounces, usual.bounces) || isAbove(complaints, usual.complaints))
      return warning(
        `Of ${mails} mails of the last day ${bounces} came back and ${complaints} were reported as spam.`,
        'See docs/runbooks/mail-bouncing.md.',
      )
    const suppressed = `Suppressed addresses: ${of('suppressed')}.`
    if (env.bounces) return ok(`Mails that come back are reported (MAIL_BOUNCES=${env.bounces.source}). ${suppressed}`)
    return warning(
      `Nobody reports mails that come back later: only refusals while sending are known. ${suppressed}`,
      'Set MAIL_BOUNCES and MAIL_BOUNCES_SECRET ("Emails that come back" in docs/daily-work.md).',
    )
  },
  async clock(_, { sql }) {
    await readClock(sql)
    const before = Date.now()
    const [row] = await readClock(sql)
    const apart = Math.abs(new Date(row!.now).getTime() - (before + Date.now()) / 2)
    const says = `This machine's clock and the database's are ${(apart / 1000).toFixed(1)} seconds apart.`
    const toDo = 'Let both machines set their clocks by NTP.'
    if (apart > clockMs.wrong) return wrong(says, toDo)
    return apart > clockMs.noted ? warning(says, toDo) : ok(says)
  },
  async 'signing keys'(env, { ownSql }) {
    if (!env.signingSecret) return ok('With ROLE=web this process opens no signing key.')
    const secrets = [env.signingSecret, env.signingSecretAlso].filter(Boolean)
    const purposes = ['log', 'credential']
    const keys = await Promise.all(purposes.map(async (purpose) => (await findSigningKey(ownSql, { purpose }))[0]))
    const unread = purposes.filter((purpose, nth) => keys[nth] && !opens(keys[nth], purpose, secrets))
    if (unread.length > 0)
      return wrong(
        `SIGNING_SECRET does not open the key that signs: ${unread.join(', ')}.`,
        'Set the SIGNING_SECRET that the key was made with (docs/public-log.md, "When it is not signed").',
      )
    const missing = purposes.filter((_, nth) => !keys[nth])
    if (missing.length === 0) return ok('SIGNING_SECRET opens the keys of the public log and of the credentials.')
    return warning(
      `There is no key yet that signs: ${missing.join(', ')}.`,
      'A process that works jobs makes it within seconds: run this again.',
    )
  },
  /** As the process that signs compares the last checkpoint in the database with the one in the file. */
  async 'public log'(env, { sql, ownSql }) {
    const [unsigned] = await findUnsigned(sql)
    const seconds = Math.round(unsigned?.seconds ?? 0)
    const overdue = wrong(
      `A change of the register has waited ${seconds} seconds for its signature.`,
      'See docs/runbooks/log-not-growing.md.',
    )
    if (!env.signingSecret)
      return seconds > unsignedSeconds
        ? overdue
        : ok(
            'No change waits for its signature. With ROLE=web this process cannot look further: run this in a worker, too.',
          )
    const [key] = await findSigningKey(ownSql, { purpose: 'log' })
    const [row] = await findCheckpoint(sql, { origin: key?.name ?? '' })
    if (!key || !row)
      return warning('Nothing has been signed yet.', 'A process that works jobs signs within seconds: run this again.')
    const named = { name: key.name, publicKey: new Uint8Array(key.publicKey) }
    const last = await openCheckpoint(row.note, named, ways)
    const act = 'See docs/public-log.md, "When it is not signed".'
    if ('problem' in last) return wrong(`In short: ${refusals['false-checkpoint']}.`, act)
    const file = resolve(projectRoot, env.dataFolder, 'log-checkpoint')
    if (existsSync(file)) {
      const kept = await openCheckpoint(readFileSync(file, 'utf8'), named, ways)
      if ('problem' in kept)
        return wrong('The file log-checkpoint in DATA_FOLDER was not signed by the present key of the log.', act)
      if (kept.size > last.size)
        return wrong(
          `The log in the database has ${last.size} entries, and ${kept.size} were signed: the database was probably restored.`,
          act,
        )
      if (kept.size === last.size && !Buffer.from(kept.root).equals(Buffer.from(last.root)))
        return wrong('The last checkpoint in the database is another one than in the file log-checkpoint.', act)
    }
    if (seconds > unsignedSeconds) return overdue
    if (!existsSync(file))
      return warning(
        `The log has ${last.size} entries; this machine keeps no checkpoint beside the database.`,
        'Run this where the jobs are worked, and keep DATA_FOLDER between starts: without the file log-checkpoint a process signs only after another one has (docs/public-log.md, "When it is not signed").',
      )
    return ok(`The log has ${last.size} entries, and the file log-checkpoint agrees with the database.`)
  },
  /** Each is asked what it has seen, and the log what came of asking it last. */
  async witnesses(env, { sql }) {
    const policy = await policyOf(env).catch((problem: Error) => problem)
    const see = 'See docs/public-log.md, "Witnesses".'
    if (policy instanceof SettingProblem) return wrong(`${policy.message.replace(/\.$/, '')}.`, see)
    if (policy instanceof Error) throw policy
    if (policy.witnesses.length === 0) {
      const says = 'No witness signs the public log: others cannot tell whether everybody is shown the same one.'
      return env.mode === 'demo' ? ok(says) : warning(says, see)
    }
    const [key] = await findPublicKey(sql, { purpose: 'log' })
    if (!key) return warning('Nothing has been signed yet that witnesses could see.', 'Run this again in a minute.')
    const rows = new Map((await listWitnesses(sql, { origin: key.name })).map((row) => [row.key, row]))
    const faults = await Promise.all(
      policy.witnesses.map(async (witness) => {
        const row = rows.get(await verifierKey(sha256, witness.key, keyKinds.cosigner))
        if (!row) return 'no process that signs the log has this setting yet'
        const { silentSince, problem } = row
        const isSilent = silentSince !== null && Date.parse(silentSince) < Date.now() - unsignedSeconds * 1000
        const fault = await faultOf(witness, key)
        return fault ?? (isSilent ? `it has not signed since ${silentSince}${problem ? ` (${problem})` : ''}` : null)
      }),
    )
    const said = policy.witnesses.flatMap(({ name }, at) => (faults[at] ? [`${name}: ${faults[at]}`] : []))
    const act = 'See docs/runbooks/witness-silent.md.'
    const well = new Set(policy.witnesses.filter((_, at) => faults[at] === null).map(({ name }) => name))
    if (!isQuorum(policy, well)) return wrong(`Too few witnesses for the quorum. ${said.join('. ')}.`, act)
    if (said.length > 0) return warning(`Enough witnesses are there. ${said.join('. ')}.`, act)
    return ok(`Every witness answers and has signed the newest checkpoint (${well.size}).`)
  },
}

/** Shares of the day's mails above which providers act, and counts below which they are chance: as in alerts.yaml. */
const usual = { bounces: { share: 0.05, least: 10 }, complaints: { share: 0.001, least: 3 } }

const readClock = (sql: SqlRunner) => sql<{ now: string }[]>`select clock_timestamp() as now`

function opens(key: SigningKeyRow, purpose: string, secrets: string[]): boolean {
  const text = decrypt(Buffer.from(key.privateKey), secrets, { purpose: `signing key ${purpose}`, owner: key.name })
  return text !== null && createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }) !== null
}

async function faultOf({ url, ...witness }: PolicyWitness, key: NoteKey): Promise<string | null> {
  const silent = { kind: 'unavailable', why: 'it did not answer' } as const
  const asked = witnessClient.findCheckpoint(url!, key.name)
  const answer = await Promise.race([asked, Bun.sleep(witnessMs).then(() => silent)])
  if (answer.kind === 'unavailable') return answer.why
  // Not every witness says what it has seen.
  if (answer.note === null) return null
  const seen = await openCheckpoint(answer.note, key, ways)
  if ('problem' in seen) return 'it shows a checkpoint that our key did not sign'
  const split = splitNote(answer.note)
  const isIts = split && (await openCosignature(split, witness.key, ways)) instanceof Date
  return isIts ? null : 'the key in WITNESSES is not the one that it signs with'
}
