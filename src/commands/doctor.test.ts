import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { runLog } from '#features/proof/server/run-log.ts'
import { openSigningKey, type Signer } from '#features/proof/server/signing-key.ts'
import { checkpointText, keyKinds, signedNote, verifierKey } from '#features/proof/signed-note.ts'
import { makeSigner } from '#features/proof/witnesses/server/log.fixture.ts'
import { createWitness } from '#features/proof/witnesses/server/witness.ts'
import { openWitnessFile } from '#features/proof/witnesses/server/witness-file.ts'
import { createLog } from '#process/log.ts'
import { projectRoot } from '#process/project-root.ts'
import { startSmtpServer } from '#providers/mail/smtp-server-fixture.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { runCheck } from './doctor/check.ts'
import { examine } from './doctor/examine.ts'
import { tick } from './doctor/live.ts'

let site: TestSite
let env: Env
let signer: Signer
const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
beforeAll(async () => {
  site = await openTestSite({ demoData: false })
  env = { ...site.services.env, databaseUrl: site.roles.siteUrl, databaseDirectUrl: '', dataFolder: folder }
  const sql = openSql(site.roles.queueUrl, { connections: 2 })
  const secret = env.signingSecret!
  const now = () => new Date()
  const log = createLog(() => {})
  const file = join(folder, 'log-checkpoint')
  const runner = runLog({ sql, log, now, origin: 'doctor.example/log', secret, file, isDemonstration: true })
  for (const end = Date.now() + 20_000; !runner.isSigned() && Date.now() < end; ) await Bun.sleep(20)
  await runner.stop()
  signer = (await openSigningKey(sql, { purpose: 'log', name: '', secret, now: now() }))!
  await openSigningKey(sql, { purpose: 'credential', name: 'key', secret, now: now() })
  await sql.end()
}, 60_000)
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

const looked = async (changes: Partial<Env>) =>
  Object.fromEntries((await examine({ ...env, ...changes })).map((check) => [check.name, check]))

test('a demonstration that is well has nothing to say', async () => {
  const found = await examine(env)
  expect(found.filter(({ result }) => result !== 'ok')).toEqual([])
  expect(found.map(({ name }) => name)).toEqual([
    'settings',
    'site',
    'proxies',
    'certificate',
    'disk',
    'database',
    'schema',
    'rights',
    'disk of the database',
    'replica',
    'queue',
    'bounces',
    'clock',
    'signing keys',
    'public log',
    'witnesses',
    'mail',
    'payments',
    'companies',
    'addresses',
    'scanner',
    'bucket',
    'cdn',
    'checkpoint store',
  ])
})

test('each outside service that does not work is named with what to do', async () => {
  const smtp = startSmtpServer({
    answers: { EHLO: '250-mail.example\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 who are you, ann@person.example?' },
  })
  const closed = 'http://127.0.0.1:1'
  const refusing = Bun.serve({
    port: 0,
    fetch: () => Response.json({ error: { type: 'invalid_request_error', message: 'No such key' } }, { status: 401 }),
  })
  const found = await looked({
    sandbox: new Set(),
    smtp: { ...env.smtp, url: smtp.url.replace('smtp://', 'smtp://site:secret-word@') },
    stripe: { ...env.stripe, secretKey: 'sk_test_secret-word', apiBase: refusing.url.origin },
    companies: { ...env.companies, apiKey: 'secret-word', apiBase: refusing.url.origin },
    addresses: { apiKey: 'secret-word', apiBase: closed },
    clamav: { host: '127.0.0.1', port: 1 },
    s3: { endpoint: closed, bucket: 'b', accessKeyId: 'secret-word', secretAccessKey: 'secret-word', region: 'x' },
    cdn: { kind: 'fastly', token: 'secret-word', service: 'service', urls: [refusing.url.origin] },
    signingSecret: 'another secret than the keys were made with, of this length',
    port: 1,
    publicUrl: closed,
  })
  smtp.close()
  await refusing.stop(true)
  const sentences = Object.values(found).flatMap(({ name, result, says }) => (result === 'wrong' ? [[name, says]] : []))
  expect(Object.fromEntries(sentences)).toEqual({
    site: 'http://127.0.0.1:1 does not answer, and port 1 of this machine does not answer.',
    'signing keys': 'SIGNING_SECRET does not open the key that signs: log, credential.',
    mail: 'The mail server did not accept the user name or password (EAUTH 535).',
    payments: 'Stripe does not answer our key (invalid_request_error).',
    companies: 'Companies House answers 401.',
    addresses: 'The address finder answers nothing.',
    scanner: 'The virus scanner does not work (ECONNREFUSED).',
    cdn: 'The CDN takes no purges: The CDN answered with 401.',
    bucket: expect.stringMatching(/^The check failed \(\w+\)\.$/),
  })
  expect(JSON.stringify(found)).not.toMatch(/secret-word|person\.example/)
})

test('services that work are told so, and a webhook endpoint that lacks events is worth knowing', async () => {
  const smtp = startSmtpServer()
  const stripe = (enabled_events: string[]) =>
    Bun.serve({
      port: 0,
      fetch: () => {
        const url = `${env.publicUrl}/api/stripe/webhook`
        const data = [{ id: 'we_1', object: 'webhook_endpoint', url, status: 'enabled', enabled_events }]
        return Response.json({ object: 'list', data, has_more: false, url: '/v1/webhook_endpoints' })
      },
    })
  const [whole, part, none] = [
    stripe(['*']),
    stripe(['invoice.paid']),
    Bun.serve({ port: 0, fetch: () => Response.json({ object: 'list', data: [] }) }),
  ]
  const sandbox = new Set(['companies', 'addresses'] as const)
  const at = ({ url }: { url: URL }) => ({ ...env.stripe, apiBase: url.origin })
  const well = await looked({ sandbox, smtp: { ...env.smtp, url: smtp.url }, stripe: at(whole) })
  expect([well.mail!.result, well.payments!.result]).toEqual(['ok', 'ok'])
  expect(well.bounces).toMatchObject({ result: 'warning', toDo: expect.stringContaining('MAIL_BOUNCES_SECRET') })
  const reported = { sandbox, bounces: { source: 'ses' as const, secrets: ['secret-word'] } }
  await site.sql`insert into bounces (source, source_id, email, kind, reason)
    select 'ses', n::text, 'a' || n || '@away.example', 'hard', '' from generate_series(1, 10) as n`
  const { bounces: many } = await looked({ ...reported, smtp: { ...env.smtp, url: smtp.url }, stripe: at(whole) })
  expect(many).toMatchObject({ result: 'warning', toDo: 'See docs/runbooks/mail-bouncing.md.' })
  await site.sql`delete from bounces`
  const { payments: lacking, bounces: few } = await looked({
    ...reported,
    smtp: { ...env.smtp, url: smtp.url },
    stripe: at(part),
  })
  expect(few).toMatchObject({ result: 'ok', says: expect.stringContaining('MAIL_BOUNCES=ses') })
  expect(lacking).toMatchObject({ result: 'warning', says: expect.stringContaining('checkout.session.completed') })
  const { payments: missing } = await looked({ sandbox, smtp: { ...env.smtp, url: smtp.url }, stripe: at(none) })
  expect(missing).toMatchObject({ result: 'wrong', says: expect.stringContaining('/api/stripe/webhook') })
  expect(smtp.taken).toEqual([])
  smtp.close()
  for (const server of [whole, part, none]) await server.stop(true)
})

test('the command says it in words and ends with 0, and with 1 where something is wrong; with --json for programs', async () => {
  const run = async (variables: Record<string, string>, ...words: string[]) => {
    const child = Bun.spawn(['bun', join(projectRoot, 'src/commands/doctor.ts'), ...words], {
      env: { PATH: process.env.PATH ?? '', ...variables },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    return { out: await new Response(child.stdout).text(), code: await child.exited }
  }
  const settings = {
    DATABASE_URL: site.roles.siteUrl,
    DATABASE_QUEUE_URL: site.roles.queueUrl,
    PORT: String(env.port),
    DATA_FOLDER: folder,
  }
  const certificate = makeCertificate(-85, 5)
  using server = Bun.serve({ port: 0, tls: certificate, fetch: () => new Response('ready') })
  const PUBLIC_URL = `https://localhost:${server.port}`
  const [words, json, unset] = await Promise.all([
    // As the owner, which is only worth knowing.
    run({ ...settings, DATABASE_URL: site.url, PUBLIC_URL: env.publicUrl }),
    run({ ...settings, PUBLIC_URL, NODE_EXTRA_CA_CERTS: certificate.file }, '--json'),
    run({ NODE_ENV: 'production' }),
  ])
  expect(words.out).toContain('Nothing is wrong, 1 to look at.')
  expect(words.code).toBe(0)
  const { isWell, checks } = JSON.parse(json.out)
  expect([isWell, json.code]).toEqual([false, 1])
  expect(checks.filter(({ result }: { result: string }) => result !== 'ok')).toEqual([
    {
      name: 'certificate',
      result: 'wrong',
      says: 'The certificate of localhost is valid for 4 more days.',
      toDo: 'See docs/runbooks/certificate.md.',
    },
  ])
  expect(unset.out).toContain('DATABASE_URL is not set')
  expect(unset.code).toBe(1)
  // One that lives for days or hours is renewed then, and no fault before.
  const brief = [makeCertificate(-1, 5.5), makeCertificate(-5, 1.5), makeCertificate(-0.2, 0.3)]
  const said = await Promise.all(
    brief.map(async (tls) => {
      using tried = Bun.serve({ port: 0, tls, fetch: () => new Response('ready') })
      const PUBLIC_URL = `https://localhost:${tried.port}`
      return (await run({ ...settings, PUBLIC_URL, NODE_EXTRA_CA_CERTS: tls.file })).out
    }),
  )
  expect(said.map((out) => /^(\w+) +certificate +.* is (valid for .*?)\./m.exec(out)?.slice(1))).toEqual([
    ['ok', 'valid for 5 more days'],
    ['warning', 'valid for 35 more hours'],
    ['ok', 'valid for 7 more hours'],
  ])
  // Without the authority it is not trusted at all.
  expect((await looked({ publicUrl: PUBLIC_URL })).certificate!.says).toContain('is not trusted (')
}, 30_000)

test('a queue that nobody works, rights beyond need, a log that is shorter than what was signed', async () => {
  await site.sql`update job_pools set seen_at = now() - interval '1 hour'`
  const text = checkpointText({ origin: signer.key.name, size: 5, root: new Uint8Array(32) })
  writeFileSync(join(folder, 'log-checkpoint'), await signedNote(sha256, text, signer.key, signer.sign(text)))
  const found = await looked({ databaseUrl: site.url })
  expect(found.queue).toMatchObject({ result: 'wrong', toDo: expect.stringContaining('ROLE=worker') })
  expect(found.rights).toMatchObject({ result: 'warning', says: expect.stringContaining('is a superuser') })
  expect(found['public log']!.says).toBe(
    'The log in the database has 0 entries, and 5 were signed: the database was probably restored.',
  )
  // A process that opens no signing key sees at least that a change waits.
  expect((await looked({ signingSecret: null }))['public log']!.result).toBe('ok')
  await site.sql`insert into register_leaves (entry_id, leaf)
    select uuidv7(), convert_to(json_build_object('recorded', now() - interval '2 minutes')::text, 'UTF8')`
  expect((await looked({ signingSecret: null }))['public log']).toMatchObject({
    result: 'wrong',
    toDo: 'See docs/runbooks/log-not-growing.md.',
  })
})

test('each witness of the log that does not answer or sign is named with why, and a policy that cannot be read with its line', async () => {
  const file = openWitnessFile(join(folder, 'witness.db'))
  const logs = [{ key: signer.key, url: null }]
  const witness = await createWitness({ name: 'council.example', logs, file, now: () => new Date() })
  const server = Bun.serve({ port: 0, fetch: witness.answer })
  const { origin } = server.url
  const [newest] = await site.sql<{ note: string }[]>`select note from log_checkpoints order by size desc limit 1`
  const body = `old 0\n\n${newest!.note}`
  expect((await fetch(`${origin}/add-checkpoint`, { method: 'POST', body })).status).toBe(200)
  const other = await verifierKey(sha256, makeSigner('paper.example').key, keyKinds.cosigner)
  const policy = (key: string, paper: string, needed: string) =>
    `witness council ${key} ${origin}\nwitness paper ${paper}\ngroup us ${needed} council paper\nquorum us`
  for (const key of [witness.key, other])
    await site.sql`
      insert into log_witnesses (origin, key, size, asked_since, cosigned_at)
      values (${signer.key.name}, ${key}, 0, now() - interval '1 hour', now())`
  const found = async (witnesses: string) => (await looked({ witnesses })).witnesses!

  expect(await found(`witness council ${witness.key} ${origin}\nquorum council`)).toMatchObject({
    result: 'ok',
    says: 'Every witness answers and has signed the newest checkpoint (1).',
  })
  expect(await found(policy(witness.key, `${other} http://127.0.0.1:1`, 'any'))).toMatchObject({
    result: 'warning',
    says: 'Enough witnesses are there. paper: it did not answer.',
    toDo: 'See docs/runbooks/witness-silent.md.',
  })
  expect(await found(policy(witness.key, `${other} http://127.0.0.1:1`, 'all'))).toMatchObject({ result: 'wrong' })
  expect((await found(`witness council ${other} ${origin}\nquorum council`)).says).toContain(
    'council: the key in WITNESSES is not the one that it signs with.',
  )
  await site.sql`update log_witnesses set size = null, problem = 'it answered 404' where key = ${witness.key}`
  expect((await found(`witness council ${witness.key} ${origin}\nquorum council`)).says).toMatch(
    /council: it has not signed since \S+ \(it answered 404\)\.$/,
  )
  const unknown = await verifierKey(sha256, makeSigner('new.example').key, keyKinds.cosigner)
  expect((await found(`witness new ${unknown} ${origin}\nquorum new`)).says).toContain('has this setting yet')
  expect(await found('quorum somebody')).toMatchObject({
    result: 'wrong',
    says: 'WITNESSES cannot be read. Line 1 names "somebody", which no line before it defines.',
  })
  expect((await found(`witness council ${witness.key}\nquorum council`)).says).toContain('has no address')
  expect(await looked({ witnesses: '', mode: 'production' })).toMatchObject({ witnesses: { result: 'warning' } })
  await server.stop(true)
  file.close()
})

test('a replica with another password or none at all, an invented authority that sends real emails', async () => {
  const wrongPassword = new URL(site.roles.siteUrl)
  wrongPassword.password = 'another'
  const found = await looked({ databaseReadUrl: wrongPassword.href })
  expect(found.replica).toMatchObject({
    result: 'wrong',
    says: expect.stringMatching(/(refuses the password.*DATABASE_READ_URL|is no replica)/),
  })
  expect((await looked({ databaseReadUrl: site.url })).replica!.says).toContain('is no replica')
  const { settings } = await looked({ mode: 'production', sandbox: new Set(['payments']) })
  expect(settings).toMatchObject({ result: 'wrong', says: expect.stringContaining('BRAND_EMAIL is not set') })
})

test('TRUST_PROXY that does not fit: addresses that clients make up, or one address for everybody', async () => {
  const behind = await openTestSite({ demoData: false, env: { trustProxy: 1 } })
  const asked = { publicUrl: behind.origin, sessionSecret: behind.services.env.sessionSecret }
  expect((await looked({ ...asked, trustProxy: 1 })).proxies).toMatchObject({
    result: 'wrong',
    says: expect.stringContaining('fewer proxies are in front'),
  })
  // A CDN adds an address; our balancer puts its own in the place of all, and hands on what it was given.
  using cdn = Bun.serve({
    port: 0,
    fetch: ({ headers, url }) => {
      const road = `${headers.get('x-forwarded-for')}, 198.51.100.4, 192.0.2.9`
      const given = { 'x-doctor': headers.get('x-doctor')!, 'x-received-for': road, 'x-forwarded-for': '192.0.2.9' }
      return fetch(`${behind.origin}${new URL(url).pathname}`, { headers: given })
    },
  })
  const throughCdn = { ...asked, publicUrl: `http://127.0.0.1:${cdn.port}`, trustProxy: 1 }
  expect((await looked(throughCdn)).proxies).toMatchObject({
    result: 'wrong',
    says: 'TRUST_PROXY is 1, and 2 proxies are in front: visitors share the address of one, and its limits.',
  })
  expect((await looked({ ...throughCdn, trustProxy: 2 })).proxies!.result).toBe('ok')
  // Only who knows the secret is told.
  const other = await looked({ ...asked, sessionSecret: 'x'.repeat(32), trustProxy: 1 })
  expect(other.proxies!.result).toBe('ok')
  const stranger = await fetch(`${behind.origin}/readyz`, { headers: { 'x-doctor': 'guessed' } })
  expect(stranger.headers.get('x-seen-address')).toBeNull()
  await behind.close()
})

test('a public address that cannot be asked from inside a container is no fault', async () => {
  const found = await looked({ publicUrl: 'https://no-such-name.invalid', port: Number(new URL(site.origin).port) })
  expect(found.site).toMatchObject({ result: 'warning', says: expect.stringContaining('cannot be asked from here') })
  const local = await looked({ publicUrl: 'http://localhost:1', port: Number(new URL(site.origin).port) })
  expect(local.site!.result).toBe('warning')
})

test('the points of going live are those of its page, and each is open until its own thing is done', async () => {
  const page = readFileSync(join(projectRoot, 'docs/going-live.md'), 'utf8')
  expect(tick([]).map(({ title }) => title)).toEqual([...page.matchAll(/^### (.+)$/gm)].map(([, title]) => title!))

  const ticked = async (changes: Partial<Env>) =>
    Object.fromEntries(tick(await examine({ ...env, ...changes }, true)).map((point) => [point.title, point]))
  const real = { mode: 'production' as const, sandbox: new Set(['payments', 'companies', 'addresses'] as const) }
  // As before the first one: afterwards the last owner stays.
  await site.sql`alter table people disable trigger user`
  await site.sql`update people set roles = '{reviewer}'`
  await site.sql`alter table people enable trigger user`
  await site.sql`delete from mails`
  const before = await ticked({ ...real, metricsPort: 0 })
  const says = (title: string) => before[title]!.open.map((check) => check.says).join(' ')
  expect(says('Address and certificate')).toContain('is not https.')
  expect(says('The authority')).toContain('BRAND_NAME, BRAND_SHORT_NAME, BRAND_PREFIX, BRAND_PHONE, BRAND_EMAIL')
  expect(says('First admin')).toBe('Nobody can sign in.')
  expect(says('Mail')).toContain('No email has left yet.')
  expect(says('Payments')).toContain('takes the place of Stripe')
  expect(says('Backups elsewhere')).toBe('No dump was ever made.')
  expect(says('Checkpoint store')).toContain('No store keeps the checkpoints')
  expect(says('Alerts')).toContain('METRICS_PORT is 0')

  const smtp = startSmtpServer()
  const person = 'owner-of-the-site'
  await site.sql`insert into people (id, name, email, roles) values (${person}, 'Ann', 'ann@away.example', '{owner}')`
  await site.sql`insert into mails (kind, to_email, subject, text_body, html_body, state, settled_at)
    values ('test', 'someone@away.example', 's', 't', 'h', 'sent', now())`
  await site.sql`insert into backups_made (bytes) values (1000)`
  let reads = 0
  using monitored = Bun.serve({ port: 0, fetch: () => new Response(`metrics_reads_total ${reads}\n`) })
  const own = { name: 'Ours', shortName: 'O', prefix: 'OUR', phone: '1', email: 'a@our.example', city: 'Here' }
  const changes = {
    ...real,
    brand: { ...env.brand, ...own, address: ['1 Here'], toursUrl: 'https://our.example' },
    smtp: { ...env.smtp, url: smtp.url, from: { name: 'Ours', email: 'a@our.example' } },
    checkpointStore: `file://${folder}`,
    metricsPort: monitored.port!,
    requireSecondFactor: true,
  }
  const unread = await ticked(changes)
  expect(unread.Alerts!.open[0]!.says).toContain('Nobody has read the metrics')
  expect(unread['First admin']!.open[0]!.says).toBe('No owner has signed in and set up a second factor.')
  reads = 4
  await site.sql`insert into second_factors values (${person}, 'x', 0, now())`
  const test = await ticked({
    ...changes,
    sandbox: new Set(['companies', 'addresses'] as const),
    stripe: { ...env.stripe, secretKey: 'sk_test_x', apiBase: 'http://127.0.0.1:1' },
  })
  expect(test.Payments!.open.map((check) => check.says).join()).toContain('test keys')
  const after = await ticked(changes)
  const done = Object.values(after).flatMap(({ title, isDone }) => (isDone ? [title] : []))
  expect(done).toEqual([
    'Proxies',
    'The authority',
    'First admin',
    'Mail',
    'Backups elsewhere',
    'Checkpoint store',
    'Alerts',
  ])
  smtp.close()
})

test('without its database the rest is still looked at', async () => {
  const found = await looked({
    databaseUrl: 'postgres://someone:secret-word@127.0.0.1:1/nothing',
    databaseQueueUrl: '',
  })
  expect(found.database).toMatchObject({
    result: 'wrong',
    says: expect.stringContaining('No PostgreSQL server answers'),
  })
  expect([found.schema!.result, found.queue!.result, found.disk!.result]).toEqual(['skipped', 'skipped', 'ok'])
})

test('a check that gets no answer ends with that', async () => {
  expect(await runCheck('any', () => new Promise(() => {}), 20)).toMatchObject({ name: 'any', result: 'wrong' })
})

/** A certificate of localhost that vouches for itself, valid for some days. */
/** @param from when it begins and ends, in days from now. */
function makeCertificate(from: number, to: number) {
  const own = mkdtempSync(join(folder, 'certificate-'))
  const path = (name: string) => join(own, name)
  const [key, request, cert, config] = [path('key'), path('request'), path('cert'), path('config')]
  writeFileSync(path('index'), '')
  writeFileSync(
    config,
    `[ca]\ndefault_ca = own\n[own]\ndatabase = ${own}/index\nnew_certs_dir = ${own}\nrand_serial = yes\ndefault_md = sha256\n` +
      'policy = named\nx509_extensions = for\n[named]\ncommonName = supplied\n' +
      '[for]\nbasicConstraints = CA:TRUE\nsubjectAltName = DNS:localhost\n',
  )
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const ofKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost']
  const days = ['-startdate', at(from), '-enddate', at(to)]
  for (const words of [
    ['req', '-new', ...ofKey, '-keyout', key, '-out', request],
    ['ca', '-batch', '-selfsign', '-notext', '-config', config, '-keyfile', key, '-in', request, ...days, '-out', cert],
  ]) {
    const made = spawnSync('openssl', words)
    if (made.status !== 0) throw new Error(String(made.stderr))
  }
  return { key: Bun.file(key), cert: Bun.file(cert), file: cert }
}
