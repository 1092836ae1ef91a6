import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { projectRoot } from '#process/project-root.ts'
import { freePort } from '../free-port.ts'
import { until } from './until.ts'

/** How containers call this machine. */
export const host = 'host.docker.internal'

/** Adds to what was typed: how long each block of a document took, and whether it ended well. */
type Note = (what: string, found: string, asItShould: boolean) => void

/** Ends the program where no Docker engine answers: then nothing can be drilled. */
export async function needEngine(): Promise<void> {
  if ((await $`docker info`.quiet().nothrow()).exitCode === 0) return
  console.info('No Docker engine answers: no command of the documents was typed.')
  process.exit(0)
}

/**
 * A folder with the last commit, as an operator has it, and a project of Docker's own name. DRILL_ENV names a file of settings for it (images of
 * a registry of your own).
 *
 * @param diskBytes of the database, whose disk is then one of its own that can be filled.
 */
export async function openMachine(note: Note, diskBytes?: number) {
  const folder = mkdtempSync('/var/tmp/drill-')
  chmodSync(folder, 0o755)
  const inFolder = (path: string) => join(folder, path)
  const project = `drill-${process.pid}`
  const image = `${project}:local`
  const [port, tlsPort, metricsPort, databasePort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const origin = 'https://register.example.org'
  let target = ''
  // One address for whoever keeps what they saw, whatever stands in front of the site.
  const outside = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => request(new URL(url).pathname, { headers: { 'accept-encoding': 'identity' } }),
  })
  await $`git -C ${projectRoot} archive HEAD | tar -x -C ${folder}`
  mkdirSync(inFolder('checkpoints'))
  chmodSync(inFolder('checkpoints'), 0o777)
  writeOverride(diskBytes)
  return {
    ...{ folder, inFolder, project, image, origin, metricsPort, imageOfDatabase, request },
    ...{
      settings,
      type,
      typeBetweenWords,
      shell,
      compose,
      ready,
      ask,
      databaseUrl,
      containersOf,
      kill,
      up,
      verifyLog,
      fillDisk,
      lose,
      close,
    },
  }

  /** As a visitor's browser asks: balancer or Caddy are told who they are by the proxy in front of them, where they believe one. */
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', headers.get('x-load-visitor') ?? '192.0.2.7')
    headers.set('host', new URL(origin).host)
    // Caddy's own authority has signed its certificate.
    return await fetch(target + path, {
      ...init,
      headers,
      tls: { rejectUnauthorized: false, serverName: new URL(origin).host },
    })
  }

  function writeOverride(bytes?: number): void {
    const outside = `extra_hosts: ['${host}:host-gateway']`
    const signing = `{ ${outside}, volumes: ['${inFolder('checkpoints')}:/checkpoints'] }`
    const disk = `  database: { driver_opts: { type: tmpfs, device: tmpfs, o: size=${bytes} } }`
    const services = `  postgres: { ports: ['127.0.0.1:${databasePort}:5432'] }
  web: ${signing}
  worker: ${signing}
  web-replica: { ${outside} }`
    writeFileSync(inFolder('compose.drill.yaml'), `services:\n${services}\n${bytes ? `volumes:\n${disk}\n` : ''}`)
  }

  /** Adds to `.env`: what stands last counts. Also has Docker know the project. */
  function settings({ COMPOSE_FILE, ...given }: Record<string, string> & { COMPOSE_FILE: string }): void {
    const own = { COMPOSE_PROJECT_NAME: project, PORT: String(port), TLS_PORT: String(tlsPort), SITE_IMAGE: image }
    const all = {
      ...own,
      METRICS_PORT: String(metricsPort),
      COMPOSE_FILE: `${COMPOSE_FILE}:compose.drill.yaml`,
      ...given,
    }
    const more = process.env.DRILL_ENV ? readFileSync(process.env.DRILL_ENV, 'utf8') : ''
    const lines = Object.entries(all).map(([name, value]) => `${name}='${value}'`)
    appendFileSync(inFolder('.env'), `${more}\n${lines.join('\n')}\n`)
    target = COMPOSE_FILE.includes('caddy') ? `https://localhost:${tlsPort}` : `http://localhost:${port}`
  }

  /**
   * Types the blocks below a heading that are marked as ```sh typed.
   *
   * @param options.instead what an operator has other than the example.
   */
  async function type(
    document: string,
    heading: string,
    { instead = {}, input = '' }: { instead?: Record<string, string>; input?: string } = {},
  ): Promise<void> {
    const text = readFileSync(inFolder(document), 'utf8')
    const section = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? ''
    const blocks = [...section.matchAll(/^```sh typed\n([\s\S]*?)^```/gm)].map(([, commands]) => commands!)
    if (blocks.length === 0) throw new Error(`${document} has no commands under "${heading}".`)
    for (const example of Object.keys(instead))
      if (!blocks.join('').includes(example)) throw new Error(`"${heading}" of ${document} does not say ${example}.`)
    for (const written of blocks) {
      const commands = Object.entries(instead).reduce((text, [from, to]) => text.replaceAll(from, to), written)
      const began = performance.now()
      const { exitCode, stderr } = await shell(commands, input)
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      const said = exitCode === 0 ? '' : `: ${stderr.toString().trim().split('\n').slice(-3).join(' / ')}`
      note(
        `${document}, ${heading}`,
        `${commands.trim().split('\n').length} lines, ${seconds} s${said}`,
        exitCode === 0,
      )
      if (exitCode !== 0) throw new Error(`"${heading}" of ${document} ended with ${exitCode}${said}`)
    }
  }

  /** Types what a runbook names between its words, behind the balancer: commands of Docker, and questions to the database. */
  async function typeBetweenWords(document: string): Promise<void> {
    const text = readFileSync(inFolder(document), 'utf8').replaceAll(/\s+/g, ' ')
    const found = [...text.matchAll(/`((?:docker compose|docker system|df|select) [^`]*)`/g)]
    // What ends something that runs, or asks somebody outside.
    const commands = found.map(([, command]) => command!).filter((command) => !/_backend\(pid\)|https:/.test(command))
    const wrong: string[] = []
    for (const command of commands) {
      const isQuestion = command.startsWith('select')
      const typed = isQuestion
        ? 'docker compose exec -T postgres psql -v ON_ERROR_STOP=1 -U accreditation'
        : command.replace(/ web(?= |$)/, ' worker').replace('exec ', 'exec -T ')
      const { exitCode, stderr } = await shell(typed, isQuestion ? `${command.replace(/;$/, '')};` : '')
      // `grep` that finds nothing and a doctor who finds something end with 1 too, and say nothing of their own.
      if (exitCode !== 0 && stderr.length > 0) wrong.push(`${command}: ${stderr.toString().trim().split('\n').at(-1)}`)
    }
    if (commands.length > 0)
      note(document, `${commands.length} commands. ${wrong.join(' / ')}`.trim(), wrong.length === 0)
  }

  function shell(commands: string, input = '') {
    return $`bash --norc -euo pipefail -c ${commands} < ${new Response(`${input}\n`)}`.cwd(folder).quiet().nothrow()
  }

  async function compose(...words: string[]): Promise<string> {
    return (await $`docker compose ${words}`.cwd(folder).quiet().nothrow()).stdout.toString().trim()
  }

  async function ready(): Promise<void> {
    await until('the site', async () => (await request('/readyz').catch(() => null))?.ok === true, 300_000)
  }

  async function ask(query: string): Promise<string> {
    return await compose('exec', '-T', 'postgres', 'psql', '-U', 'accreditation', '-d', 'accreditation', '-Atc', query)
  }

  /** As its owner. */
  async function databaseUrl(): Promise<string> {
    const password = await compose('exec', '-T', 'postgres', 'cat', '/database-secrets/postgres-password')
    return `postgres://accreditation:${encodeURIComponent(password)}@127.0.0.1:${databasePort}/accreditation`
  }

  async function containersOf(service: string): Promise<string[]> {
    return (await compose('ps', '--quiet', service)).split('\n').filter(Boolean)
  }

  /** Ends a container's first process as a crash does: Docker starts it again, which it does not after `docker kill`. */
  async function kill(container: string): Promise<void> {
    const began = await startedAt(container)
    const pid = (await $`docker inspect --format ${'{{.State.Pid}}'} ${container}`.text()).trim()
    await $`docker run --rm --pid=host --user 0 --network none --entrypoint kill ${imageOfDatabase()} -9 ${pid}`.quiet()
    await until('a new start', async () => (await startedAt(container)) !== began)
  }

  /** Waits until a container is healthy, or runs where it has no check. */
  async function up(container: string): Promise<void> {
    const state = '{{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}}'
    await until(
      'health',
      async () => /^running( healthy)?$/.test((await $`docker inspect --format ${state} ${container}`.text()).trim()),
      300_000,
    )
  }

  async function startedAt(container: string): Promise<string> {
    return (await $`docker inspect --format ${'{{.State.Running}} {{.State.StartedAt}}'} ${container}`.text()).trim()
  }

  function imageOfDatabase(): string {
    return /^POSTGRES_IMAGE='?([^'\n]+)/m.exec(readFileSync(inFolder('.env'), 'utf8'))?.[1] ?? 'postgres:18.6-alpine'
  }

  /** As somebody outside does, with what they kept the last time. @returns its first line. */
  async function verifyLog(): Promise<{ holds: boolean; says: string }> {
    const { exitCode, stdout, stderr } =
      await $`bun src/commands/verify-log.ts ${outside.url.origin} --file ${inFolder('kept.json')} --entries 1000`
        .cwd(projectRoot)
        .quiet()
        .nothrow()
    return { holds: exitCode === 0, says: `${stdout}${stderr}`.trim().split('\n')[0]! }
  }

  /** A disk of memory lasts as long as some container has it: this one, which also fills it. @returns what frees it again. */
  async function fillDisk() {
    const holder = `${project}-disk`
    const volume = `${project}_database:/disk`
    await $`docker run --detach --name ${holder} --network none --volume ${volume} ${imageOfDatabase()} sleep infinity`.quiet()
    return {
      fill: async () => void (await $`docker exec ${holder} dd if=/dev/zero of=/disk/other bs=1M`.quiet().nothrow()),
      free: async () => void (await $`docker exec ${holder} rm /disk/other`.quiet()),
    }
  }

  /** The machine with all of its volumes is gone: what was copied elsewhere is left, and an empty disk. */
  async function lose(): Promise<void> {
    await $`docker rm --force ${project}-disk`.quiet().nothrow()
    await shell('docker compose --profile "*" down --volumes --remove-orphans')
    writeOverride()
  }

  async function close(): Promise<void> {
    await lose()
    await $`docker volume rm ${project}_before`.quiet().nothrow()
    await $`docker rmi ${image} ${project}:before`.quiet().nothrow()
    await outside.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
}
