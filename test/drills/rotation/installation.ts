import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import AWSAccount from '@20minutes/s3rver/lib/models/account.js'
import { $, type Subprocess } from 'bun'
import { openSql, type Sql } from '#database/sql.ts'
import { type Env, readEnv } from '#env.ts'
import { projectRoot } from '#process/project-root.ts'
import { startSmtpServer } from '#providers/mail/smtp-server-fixture.ts'
import { freePort } from '#test/free-port.ts'
import { startReceiver } from '#test/webhook-receiver.ts'
import { answers, startBalancer } from '../start-balancer.ts'

export type Role = 'web' | 'worker'

/** Secrets that processes of one role alone are given; every other one is both's. */
const rolesOf: Record<string, Role[]> = {
  SIGNING_SECRET: ['worker'],
  SIGNING_SECRET_ALSO: ['worker'],
  DATABASE_QUEUE_URL: ['worker'],
}

/**
 * Two web processes behind HAProxy, two workers, and beside them a PostgreSQL 18 in a container that asks for passwords, a bucket, a mail
 * server with accounts and a receiver of the CRM's messages. Each secret is a file that processes read at their start, as in containers.
 */
export async function startInstallation(first: Record<string, string>) {
  const folder = mkdtempSync('/var/tmp/rotation-drill-')
  const container = `rotation-drill-${process.pid}`
  const [databasePort, tls, plain, metrics] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const places = await Promise.all(
    (['web', 'web', 'worker', 'worker'] as const).map(async (role) => ({ role, port: await freePort() })),
  )
  const databaseUrl = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${databasePort}/accreditation`

  const mailAccounts = new Map<string, string>()
  const mail = startSmtpServer({ accounts: mailAccounts })
  const crm = startReceiver()
  const bucketKeys = new AWSAccount('1', 'drill')
  const bucket = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 'bucket') },
    configureBuckets: [{ name: 'evidence' }],
  })
  const { port: bucketPort } = await bucket.run()

  const settings = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${tls}`,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '2',
    LOG_REQUESTS: '0',
    DATABASE_CONNECTIONS: '4',
    ADMIN_REQUIRE_2FA: 'off',
    ADMIN_EMAIL: 'owner@register.example',
    ADMIN_PASSWORD: 'a wardrobe full of herring',
    SANDBOX: 'companies,addresses',
    MAIL_FROM: 'Drill <drill@register.example>',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    CRM_WEBHOOK_URL: crm.address('/crm'),
    S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
    S3_BUCKET: 'evidence',
  }
  mkdirSync(join(folder, 'secrets'))
  const secrets = new Map<string, string>()
  for (const [name, value] of Object.entries(first)) set(name, value)
  const running = new Map<number, Subprocess>()
  let owner: Sql | undefined
  const balancer = startBalancer({
    folder,
    replicas: places.filter(({ role }) => role === 'web').map(({ port }) => port),
    listening: { tls, plain, metrics },
  })

  return {
    settings,
    secrets,
    set,
    databaseUrl,
    balancer,
    mail,
    mailAccounts,
    crm,
    bucketKeys,
    start,
    restart,
    command,
    env,
    sql,
    stop,
  }

  /** What processes are given from their next start on. */
  function set(name: string, value: string): void {
    secrets.set(name, value)
    writeFileSync(join(folder, 'secrets', name), value)
  }

  function environment(role: Role, port: number): Record<string, string> {
    const files = [...secrets.keys()].filter((name) => rolesOf[name]?.includes(role) ?? true)
    return {
      ...settings,
      ROLE: role,
      PORT: String(port),
      DATA_FOLDER: join(folder, String(port)),
      ...Object.fromEntries(files.map((name) => [`${name}_FILE`, join(folder, 'secrets', name)])),
    }
  }

  async function start(): Promise<void> {
    const given = ['-e', 'POSTGRES_USER=owner', '-e', 'POSTGRES_PASSWORD=owner', '-e', 'POSTGRES_DB=accreditation']
    await $`docker run --detach --name ${container} ${given} -p 127.0.0.1:${databasePort}:5432 postgres:18`.quiet()
    for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(300)) {
      const asked = await $`docker exec ${container} pg_isready -h 127.0.0.1 -U owner`.quiet().nothrow()
      if (asked.exitCode === 0) break
    }
    owner = openSql(databaseUrl('owner', 'owner'), { connections: 2 })
    await command('migrate', [], { DATABASE_MIGRATION_URL: databaseUrl('owner', 'owner') })
    for (const { role, port } of places) run(role, port)
    for (const { port } of places) await answers(`http://127.0.0.1:${port}/readyz`)
    await answers(`${balancer.origin}/readyz`, balancer.authority)
  }

  function run(role: Role, port: number): void {
    const program = join(projectRoot, 'dist/server/main.js')
    running.set(port, Bun.spawn(['bun', program], { env: environment(role, port), stdout: 'ignore', stderr: 'ignore' }))
  }

  /** One after the other, each once the one before it is ready again. */
  async function restart(roles: Role[]): Promise<void> {
    for (const { role, port } of places.filter((place) => roles.includes(place.role))) {
      const child = running.get(port)!
      child.kill('SIGTERM')
      await child.exited
      run(role, port)
      await answers(`http://127.0.0.1:${port}/readyz`)
      // For the balancer to see it.
      if (role === 'web') await Bun.sleep(1200)
    }
  }

  /** A command of the operator, with what a worker is given. @returns what it says. @throws where it does not end with 0. */
  async function command(name: string, words: string[] = [], more: Record<string, string> = {}): Promise<string> {
    const program = join(projectRoot, `dist/server/${name}.js`)
    const child = Bun.spawn(['bun', program, ...words], {
      env: { ...environment('worker', places[2]!.port), ...more },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
    if ((await child.exited) !== 0) throw new Error(`${name}: ${said}`)
    return said.trim()
  }

  /** The settings as a process that is started now reads them. */
  function env(role: Role = 'worker'): Env {
    const read = readEnv(environment(role, places[0]!.port))
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    return read.env
  }

  /** The database as its owner. */
  function sql(): Sql {
    return owner!
  }

  async function stop(): Promise<void> {
    for (const child of running.values()) child.kill('SIGKILL')
    await Promise.all([...running.values()].map((child) => child.exited))
    await balancer.kill()
    await owner?.end({ timeout: 1 })
    await $`docker rm --force --volumes ${container}`.quiet().nothrow()
    await bucket.close()
    await crm.stop()
    mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>
