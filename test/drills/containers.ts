import { $ } from 'bun'

// `bun run drill:containers`: builds the image, runs `docker compose up` under a name and port of its own, and looks at what the containers
// may do and which roles the site signs in with. Prints a table and ends with 1 where something is not as it should be.
const project = 'accreditation-drill'
const port = process.env.DRILL_PORT ?? '4951'
const environment = {
  ...process.env,
  PORT: port,
  REVISION: (await $`git rev-parse HEAD`.text()).trim(),
  CREATED: new Date().toISOString(),
  SOURCE: 'https://git.example/accreditation',
}
const compose = (...words: string[]) => $`docker compose -p ${project} ${words}`.env(environment).quiet().nothrow()
const inWeb = async (command: string) => {
  const { stdout, stderr } = await compose('exec', '-T', 'web', 'sh', '-c', command)
  return `${stdout}${stderr}`.trim()
}
const inDatabase = async (query: string) =>
  (await compose('exec', '-T', 'postgres', 'psql', '-U', 'accreditation', '-Atc', query)).text().trim()
const rows: { what: string; found: string; asItShould: boolean }[] = []
const note = (what: string, found: string, asItShould: boolean) => rows.push({ what, found, asItShould })

try {
  await compose('down', '--volumes')
  const started = performance.now()
  const up = await compose('up', '--detach', '--build')
  if (up.exitCode !== 0) throw new Error(up.stderr.toString().slice(-2000))
  const ready = await untilReady()
  note('the site is ready', `${((performance.now() - started) / 1000).toFixed(0)} s with the build`, ready)

  const accounts = await inDatabase(
    `select string_agg(distinct usename || case when rolsuper then ' (superuser)' else '' end, ', ') from pg_stat_activity
     join pg_roles on rolname = usename where datname = 'accreditation' and application_name <> 'psql'`,
  )
  note('the site signs in as', accounts, accounts === 'accreditation_jobs, accreditation_web')
  const owned = await inDatabase("select count(*) from pg_class where relowner::regrole::text = 'accreditation_web'")
  note('tables of the site’s account', owned, owned === '0')
  const signed = await inDatabase('select coalesce(max(size), -1) from log_checkpoints')
  note('the public log is signed, size', signed, Number(signed) >= 0)

  const status = await inWeb('grep -E "CapEff|CapBnd|NoNewPrivs|Seccomp:" /proc/1/status | tr "\\n\\t" "  "')
  const confined = /CapEff:\s+0+\s+CapBnd:\s+0+\s.*NoNewPrivs:\s+1\s.*Seccomp:\s+2/
  note('capabilities, new privileges, seccomp', status, confined.test(status))
  const root = await inWeb('touch /app/x 2>&1; touch /etc/x 2>&1')
  note('writing to its own image', root, root.split('Read-only file system').length === 3)
  const written = await inWeb('touch /tmp/x /app/.data/x && rm /tmp/x /app/.data/x && echo both')
  note('writing to /tmp and its data', written, written === 'both')
  const secrets = await inWeb('ls /secrets /owner-secrets /pgbouncer-secrets; ls /site-secrets /worker-secrets')
  note('secrets that the site sees', secrets.replaceAll('\n', ' '), !/postgres-password/.test(secrets))
  const look = 'ls /secrets /site-secrets /worker-secrets; env | cut -d= -f1 | grep -E "SIGNING|QUEUE|SMTP"'
  const apart = (await compose('run', '--rm', '--no-deps', '-T', 'web-replica', 'sh', '-c', look)).text()
  note(
    'secrets that a process with ROLE=web sees',
    apart.trim().replaceAll('\n', ' '),
    apart.includes('session-secret') && !/postgres-password|signing|queue-database-url|SIGNING|QUEUE|SMTP/.test(apart),
  )
  for (const service of ['web', 'postgres', 'migrate', 'secrets']) {
    const [id] = (await compose('ps', '--all', '--quiet', service)).text().trim().split('\n')
    const limits = (
      await $`docker inspect --format ${'{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.Memory}} {{.HostConfig.NanoCpus}} {{.HostConfig.SecurityOpt}} {{.HostConfig.CapDrop}}'} ${id}`.text()
    ).trim()
    note(
      `${service}: read-only, bytes, processors/10⁹`,
      limits,
      /^true [1-9]/.test(limits) && limits.includes('no-new-privileges'),
    )
  }
  const labels = (
    await $`docker image inspect --format ${'{{json .Config.Labels}}'} event-accreditation:local`.text()
  ).trim()
  const { REVISION, CREATED, SOURCE } = environment
  const isLabelled = [REVISION, CREATED, SOURCE, 'image.version', 'image.licenses'].every((word) =>
    labels.includes(word),
  )
  note('labels', labels, isLabelled)
  const listed = (await $`docker run --rm event-accreditation:local cat sbom.cdx.json`.json()) as {
    components: { purl: string; licenses?: unknown[]; hashes?: unknown[] }[]
  }
  const count = (start: string) => listed.components.filter(({ purl }) => purl.startsWith(start)).length
  const ofDebian = Number(
    await $`docker run --rm event-accreditation:local grep -c ^Package: /var/lib/dpkg/status`.text(),
  )
  note(
    'packages in its list',
    `${count('pkg:npm/')} of npm with Bun, ${count('pkg:deb/')} of Debian, which has ${ofDebian}`,
    count('pkg:npm/bun@') === 1 && count('pkg:npm/') > 150 && count('pkg:deb/') === ofDebian,
  )
  const without = listed.components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)
  note('without licence or hash', without.map(({ purl }) => purl).join(' ') || 'none', without.length === 0)
  const size = Number(await $`docker image inspect --format ${'{{.Size}}'} event-accreditation:local`.text()) / 1e6
  note('size', `${size.toFixed(0)} MB`, size < 280)

  const again = await compose('up', '--detach')
  const said = (await compose('logs', '--no-log-prefix', 'migrate')).text()
  note(
    'up once more',
    'the accounts are as they should be',
    again.exitCode === 0 && said.includes('DATABASE_URL is as it should be'),
  )
} catch (problem) {
  note('the drill', (problem as Error).message, false)
} finally {
  await compose('down', '--volumes')
}
console.table(rows)
process.exit(rows.every(({ asItShould }) => asItShould) ? 0 : 1)

async function untilReady(): Promise<boolean> {
  for (const end = Date.now() + 120_000; Date.now() < end; await Bun.sleep(500)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return true
  }
  return false
}
