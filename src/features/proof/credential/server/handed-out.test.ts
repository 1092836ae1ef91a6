import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DataIntegrityProof } from '@digitalcredentials/data-integrity'
import { cryptosuite } from '@digitalcredentials/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalcredentials/vc'
import Ajv from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { compactVerify, importJWK } from 'jose'
import { SaxesParser } from 'saxes'
import { checkInBrowser } from '#features/proof/check-in-browser.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { runLog } from '#features/proof/server/run-log.ts'
import { cosignatureLine, keyKinds, verifierKey } from '#features/proof/signed-note.ts'
import { projectRoot } from '#process/project-root.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { type EntryProof, notSeenYet } from '#wire/entry-proof.ts'
import { checkFiles } from '../check-file.ts'
import type { DidDocument } from '../did.ts'
import { loaderOf } from './contexts.ts'
import { openBadgeCredential } from './open-badges.fixture.ts'
import { rotateKey } from './queries.ts'
import { runCredentials } from './run-credentials.ts'

// What is handed out is read by programs that are not ours, or as the specifications say.

const secret = 'a-secret-of-thirty-two-characters'
const folder = mkdtempSync(join(tmpdir(), 'handed-out-'))
const site = await siteOfFile()
const { sql, origin, services } = site
const now = () => new Date()
const shared = { sql, log: services.log, now, secret }
const log = runLog({ ...shared, origin: 'test.example/log', file: join(folder, 'checkpoint'), isDemonstration: true })
const runner = runCredentials({ ...shared, issuer: { publicUrl: origin, name: services.brand.name } })
let number = ''
beforeAll(async () => {
  const { id } = await addApplication(sql)
  const [entry] = await sql<{ number: string }[]>`
    update register_entries set application_id = ${id} where number = (
      select number from register_entries where status = 'active' and valid_until > now() and assurance = 'assessed'
      order by number limit 1) returning number`
  number = entry!.number
  await sign()
})
afterAll(async () => {
  await runner.stop()
  await log.stop()
  rmSync(folder, { recursive: true })
})

async function sign() {
  while ((await log.round()).kind === 'busy') await Bun.sleep(20)
  await runner.round()
}

const get = async (path: string) => await site.get(path)
const form = async (ending: string) => await get(`/credentials/${number}.${ending}`)
const keys = async () => (await (await get('/.well-known/did.json')).json()) as DidDocument
type Given = Record<string, unknown> & {
  evidence?: { name: string; narrative: string }[]
  credentialSubject: { achievement: { criteria: { id: string; narrative: string } } }
}

/** By the verifier of the Digital Credentials Consortium. */
async function isAcceptedElsewhere(credential: Given): Promise<boolean> {
  const document = await keys()
  const documents: Record<string, object> = { [document.id]: document }
  for (const method of document.verificationMethod)
    documents[method.id] = { '@context': 'https://w3id.org/security/multikey/v1', ...method }
  const { verified } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf(async (url) => documents[url] ?? null),
    checkStatus: async () => ({ verified: true }),
  })
  return verified
}

/** By `jose`. Null where the signature is false. */
async function claimsOf(jws: string): Promise<Given | null> {
  const [head] = jws.split('.')
  const { kid } = JSON.parse(Buffer.from(head!, 'base64url').toString()) as { kid: string }
  const key = (await keys()).verificationMethod.find(({ id }) => id === kid)!
  const opened = await compactVerify(jws, await importJWK(key.publicKeyJwk!, 'EdDSA')).catch(() => null)
  return opened && (JSON.parse(new TextDecoder().decode(opened.payload)) as Given)
}

test('another verifier, jose and the rules of Open Badges take what is signed, and none of them what was changed', async () => {
  const [json, jws] = [(await (await form('json')).json()) as Given, await (await form('jwt')).text()]
  expect(await isAcceptedElsewhere(json)).toBe(true)
  expect(await isAcceptedElsewhere({ ...json, name: 'Another name' })).toBe(false)
  const { proof: _, ...said } = json
  expect((await claimsOf(jws)) as object).toMatchObject(said)
  const [head, , signature] = jws.split('.')
  const changed = Buffer.from(JSON.stringify({ ...said, name: 'Another name' })).toString('base64url')
  expect(await claimsOf([head, changed, signature].join('.'))).toBeNull()

  const ajv = new Ajv({ allErrors: true, strictTuples: false })
  addFormats(ajv)
  const isValid = ajv.compile(openBadgeCredential)
  expect([isValid(json), isValid.errors]).toEqual([true, null])
  for (const wrong of [
    { ...json, validFrom: '2026-01-01' },
    { ...json, issuer: { ...(json.issuer as object), type: 'Profile' } },
    { ...json, evidence: [{ name: 'Of no type' }] },
    { ...json, credentialSubject: { ...json.credentialSubject, more: 1 } },
    { ...json, credentialStatus: [json.credentialStatus] },
  ])
    expect(isValid(wrong)).toBe(false)
})

test('it names the version of the criteria and the kinds and days of what was checked, and no document', async () => {
  const [one, other] = await sql<{ position: number }[]>`
    update register_checks set checked_on = '2026-03-02'
    where entry_id = (select id from register_entries where number = ${number}) and result in ('met', 'accepted')
    returning position`
  for (const [position, basis] of [
    [one!.position, 'document'],
    [other!.position, 'answer'],
  ] as const)
    await sql`
      update register_checks set basis = ${basis}, basis_on = '2027-01-01', basis_text = 'insurance-of-jane-doe.pdf'
      where entry_id = (select id from register_entries where number = ${number}) and position = ${position}`
  await sql`update register_entries set venue = venue || ' 2' where number = ${number}`
  await sign()
  const { evidence, credentialSubject } = (await (await form('json')).json()) as Given
  const names = evidence!.map(({ name }) => name)
  expect(names).toContain('An accepted document, checked on 2 March 2026')
  expect(names).toContain('The organiser’s written answer, checked on 2 March 2026')
  expect(evidence![0]!.narrative).toMatch(/^For: \S.+\.$/)
  expect(JSON.stringify(evidence)).not.toContain('jane-doe')
  const { id, narrative } = credentialSubject.achievement.criteria
  const [version] = await sql<{ version: number; names: string[] }[]>`
    select v.version, (select json_agg(c ->> 'name') from jsonb_array_elements(v.criteria) as c) as names
    from register_entries as e join assessments as a on a.application_id = e.application_id
    join criteria_versions as v on v.version = a.criteria_version where e.number = ${number} order by a.opened_at desc limit 1`
  expect(id).toBe(`${origin}/about?criteria=${version!.version}#standards`)
  expect(narrative).toContain(`Version ${version!.version} of our criteria, published on `)
  expect(narrative).toContain(version!.names.join('; '))
  expect((await get(new URL(id).pathname + new URL(id).search)).status).toBe(200)
  expect((await (await form('jwt')).text()).length).toBeLessThan(16 * 1024)
})

test('a retired key has its end in the document of the issuer, and one that leaked is revoked, which other programs refuse', async () => {
  const before = (await (await form('json')).json()) as Given
  const jws = await (await form('jwt')).text()
  const methods = async () => (await keys()).verificationMethod.slice(2, 4)
  await rotateKey(sql, { reason: 'Once a year.', isLeaked: false, now: now() })
  await sign()
  for (const method of await methods()) expect(method).toMatchObject({ expires: expect.stringMatching(/Z$/) as never })
  expect((await methods()).some(({ revoked }) => revoked)).toBe(false)
  expect([await isAcceptedElsewhere(before), (await claimsOf(jws)) !== null]).toEqual([true, true])
  const after = (await (await form('json')).json()) as Given
  await rotateKey(sql, { reason: 'It was in a backup.', isLeaked: true, now: now() })
  await sign()
  for (const { expires, revoked } of await methods())
    expect([typeof expires, typeof revoked]).toEqual(['string', 'string'])
  expect([await isAcceptedElsewhere(before), await isAcceptedElsewhere(after)]).toEqual([true, false])
})

test('a picture holds what is signed as the specification says', async () => {
  const jws = await (await form('jwt')).text()
  const texts = textsOfPng(await (await form('png')).bytes())
  expect(texts.openbadgecredential!).toBe(jws)
  const elements = elementsOfSvg(await (await form('svg')).text())
  const [baked] = elements.filter(({ local }) => local === 'credential')
  expect(baked).toMatchObject({ uri: 'https://purl.imsglobal.org/ob/v3p0', attributes: { verify: jws } })
  expect(await claimsOf(texts.openbadgecredential!)).not.toBeNull()
  // Beside it, and in nothing that is signed, the proof of the public log.
  const proof = await (await form('tlog-proof')).text()
  expect(texts['tlog-proof']!).toBe(proof)
  expect(elements.filter(({ local }) => local === 'proof')).toMatchObject([
    { uri: 'https://c2sp.org/tlog-proof', text: proof },
  ])
})

/** PNG, 3rd edition, 5 and 11.3.3.4: the text of each iTXt chunk by its keyword. */
function textsOfPng(bytes: Uint8Array): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const texts: Record<string, string> = {}
  const kinds: string[] = []
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at)
    const [kind, data] = [bytes.subarray(at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length)]
    expect(view.getUint32(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)))
    kinds.push(new TextDecoder().decode(kind))
    if (kinds.at(-1) === 'iTXt') {
      const end = data.indexOf(0)
      const keyword = new TextDecoder('latin1').decode(data.subarray(0, end))
      expect(keyword).toMatch(/^[\x20-\x7e]{1,79}$/)
      // Not compressed, and without a language and a translated keyword.
      expect([...data.subarray(end, end + 5)]).toEqual([0, 0, 0, 0, 0])
      expect(texts[keyword]).toBeUndefined()
      texts[keyword] = new TextDecoder('utf-8', { fatal: true }).decode(data.subarray(end + 5))
    }
    at += 12 + length
  }
  expect([kinds[0], kinds.at(-1)]).toEqual(['IHDR', 'IEND'])
  return texts
}

type SvgElement = { uri: string; local: string; attributes: Record<string, string>; text: string }

/** Namespaces in XML 1.0. */
function elementsOfSvg(svg: string): SvgElement[] {
  const parser = new SaxesParser({ xmlns: true })
  const [all, open]: SvgElement[][] = [[], []]
  parser.on('opentag', ({ uri, local, attributes }) => {
    const named = Object.entries(attributes).map(([name, { value }]) => [name, value])
    open!.push({ uri, local, attributes: Object.fromEntries(named), text: '' })
    all!.push(open!.at(-1)!)
  })
  parser.on('text', (text) => {
    if (open!.length > 0) open!.at(-1)!.text += text
  })
  parser.on('closetag', () => {
    open!.pop()
  })
  parser.write(svg).close()
  return all!
}

const witness = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const name = 'council.example'
  return { key: { name, publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32) }, privateKey }
}
const council = witness()

/** Cosigns the newest checkpoint. */
async function cosign({ key, privateKey } = council): Promise<void> {
  const [newest] = await sql<{ size: number; note: string }[]>`
    select size, note from log_checkpoints order by size desc limit 1`
  const text = newest!.note.slice(0, newest!.note.indexOf('\n\n') + 1)
  const line = await cosignatureLine(sha256, text, {
    key,
    at: now(),
    sign: (bytes) => signWith(null, bytes, privateKey),
  })
  await sql`update log_checkpoints set cosignatures = ${line}, witnessed_at = now() where size = ${newest!.size}`
}

// Without a network where the machine can cut it off; the program asks for none anyway.
const cut = Bun.spawnSync(['sh', '-c', 'unshare -rn true']).success ? ['unshare', '-rn'] : []
const kept = (name: string) => join(folder, name)

/** `bun run verify`, with the keys and the policy that were kept. */
async function verifyOffline(file: string, ...more: string[]): Promise<{ code: number; said: string }> {
  const given = ['--keys', kept('did.json'), '--policy', kept('policy'), ...more]
  const program = Bun.spawn([...cut, process.execPath, 'src/commands/verify.ts', kept(file), ...given], {
    cwd: projectRoot,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, problem] = [await new Response(program.stdout).text(), await new Response(program.stderr).text()]
  return { code: await program.exited, said: (said || problem).trim() }
}

async function keepFiles(): Promise<void> {
  for (const ending of ['png', 'svg', 'jwt', 'json', 'tlog-proof'])
    writeFileSync(kept(ending), await (await form(ending)).bytes())
  writeFileSync(kept('pdf'), await (await get(`/api/certificates/${number}.pdf`)).bytes())
  writeFileSync(kept('did.json'), await (await get('/.well-known/did.json')).text())
}

test('a certificate proves itself without a network, says when it was valid, and once it is revoked says no more than that', async () => {
  await sql`update register_entries set venue = venue || ' 3' where number = ${number}`
  await sign()
  const [log] = (await (await get('/log/key')).text()).split('\n')
  const line = `witness council ${await verifierKey(sha256, council.key, keyKinds.cosigner)}`
  writeFileSync(kept('policy'), `log ${log}\n${line}\nquorum council\n`)
  await keepFiles()
  // Until the witness has seen it, the file says so.
  const { code, said: early } = await verifyOffline('pdf')
  expect(code).toBe(1)
  expect(early).toContain('Not enough of the witnesses')
  expect(early).toContain('None of the policy’s witnesses has seen it there.')
  expect(await described()).toContain('which not enough witnesses have seen yet')
  const notes = async () => [
    textsOfPng(await (await form('png')).bytes()).Comment,
    elementsOfSvg(await (await form('svg')).text()).find(({ local }) => local === 'proof')!.attributes.note,
  ]
  expect(await notes()).toEqual([notSeenYet, notSeenYet])

  await cosign()
  await keepFiles()
  expect(await described()).toContain('which its witnesses have seen')
  expect(await notes()).toEqual([undefined, undefined])
  const proof = await (await form('tlog-proof')).text()
  const index = Number(/^index (\d+)$/m.exec(proof)![1])
  const [, size] = proof.split('\n\n')[1]!.split('\n')
  const [entry] = await site.sql`select title, organiser from register_entries where number = ${number}`
  const said = [
    expect.stringMatching(/^Signed by the .+ \(did:web:.+\) on \d+ \w+ 20\d\d at \d\d:\d\d\.$/),
    expect.stringContaining(`It says: ${entry!.title}, by ${entry!.organiser}`),
    `It is in the public log test.example/log at number ${(index + 1).toLocaleString('en-GB')}.`,
    expect.stringMatching(/^Seen there by council \(\d+ \w+ 20\d\d at \d\d:\d\d\)\.$/),
    expect.stringMatching(
      new RegExp(`^${number} was valid at checkpoint ${Number(size).toLocaleString('en-GB')} of .+: ask for news\\.$`),
    ),
  ]
  for (const file of ['pdf', 'png', 'svg']) {
    const answer = await verifyOffline(file)
    expect({ file, code: answer.code, said: answer.said.split('\n') }).toEqual({ file, code: 0, said } as never)
  }
  for (const file of ['jwt', 'json']) {
    expect(await verifyOffline(file)).toMatchObject({ code: 1, said: expect.stringContaining('no proof') as never })
    const answer = await verifyOffline(file, '--proof', kept('tlog-proof'))
    expect({ file, code: answer.code, said: answer.said.split('\n') }).toEqual({ file, code: 0, said } as never)
  }
  expect((await verifyOffline('tlog-proof')).said).toContain('Choose the credential')

  // In the browser, as the page came with keys and policy.
  const trust = { publicUrl: origin, keys: await keys(), policy: await Bun.file(kept('policy')).text() }
  const chosen = (...endings: string[]) =>
    checkFiles(
      endings.map((ending) => new File([readFileSync(kept(ending))], `credential.${ending}`)),
      trust,
    )
  for (const files of [['pdf'], ['svg'], ['jwt', 'tlog-proof'], ['tlog-proof', 'jwt']])
    expect(await chosen(...files)).toMatchObject({ offline: { verdict: 'proven', found: said } } as never)
  expect(await chosen('tlog-proof')).toMatchObject({ verdict: 'proof-alone' })
  expect(await chosen('pdf', 'svg')).toMatchObject({ verdict: 'several-files' })
  expect(await chosen('tlog-proof', 'tlog-proof')).toMatchObject({ verdict: 'several-files' })

  // The same entry and the same checkpoint are the same bytes, also when the log has gone on.
  const before = await Promise.all(
    ['png', 'svg', 'tlog-proof'].map(async (ending) => await (await form(ending)).bytes()),
  )
  await sql`update register_entries set venue = venue || ' 4' where number = (
    select number from register_entries where number <> ${number} and status = 'active' order by number limit 1)`
  await sign()
  await cosign()
  const after = await Promise.all(
    ['png', 'svg', 'tlog-proof'].map(async (ending) => await (await form(ending)).bytes()),
  )
  expect(after).toEqual(before)

  const jws = await (await form('jwt')).text()
  await sql`update register_entries set status = 'revoked', status_reason = 'Unsafe.' where number = ${number}`
  await sign()
  expect((await verifyOffline('pdf')).said.split('\n')).toEqual(said as never)
  const asked = await fetch(`${origin}/api/credentials/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential: jws }),
  })
  expect(await asked.json()).toMatchObject({ verdict: 'revoked' })
  expect((await form('tlog-proof')).status).toBe(404)
}, 60_000)

test('what somebody put together is refused without a network too, each with its own sentence', async () => {
  const refused = async (said: string, file: string, ...more: string[]) =>
    expect(await verifyOffline(file, ...more)).toEqual({ code: 1, said: expect.stringContaining(said) as never })
  const [svg, proof] = [await Bun.file(kept('svg')).text(), await Bun.file(kept('tlog-proof')).text()]
  const [jws] = /(?<=verify=")[^"]+/.exec(svg)!
  const change = (name: string, text: string) => writeFileSync(kept(name), text)
  const [head, body, signature] = jws.split('.') as [string, string, string]
  change(
    'signature.svg',
    svg.replace(
      signature,
      signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
    ),
  )
  await refused('It is not genuine.', 'signature.svg')
  const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace(number, 'BEAA-2026-AAAAAA'))
  change('body.jwt', [head, other.toString('base64url'), signature].join('.'))
  await refused('It is not genuine.', 'body.jwt', '--proof', kept('tlog-proof'))
  const said = JSON.parse(await Bun.file(kept('json')).text()) as Given
  change('body.json', JSON.stringify({ ...said, name: 'Another name' }))
  await refused('It is not genuine.', 'body.json', '--proof', kept('tlog-proof'))
  change(
    'hash.svg',
    svg.replace(/(index \d+\n)(.)/, (_, index, letter) => index + (letter === 'A' ? 'B' : 'A')),
  )
  await refused('was changed, or the entry is not in that log', 'hash.svg')
  change('heading.svg', svg.replace('extra ', 'extro '))
  await refused('cannot be read', 'heading.svg')
  const [another] = await sql<{ number: string }[]>`
    select e.number from entry_credentials as c join register_entries as e on e.id = c.entry_id where e.number <> ${number} limit 1`
  change('other.tlog-proof', await (await get(`/credentials/${another!.number}.tlog-proof`)).text())
  change('plain.jwt', jws)
  await refused('that of another entry', 'plain.jwt', '--proof', kept('other.tlog-proof'))
  change('log.tlog-proof', proof.replace('\n\ntest.example/log\n', '\n\nother.example/log\n'))
  await refused('the checkpoint of another log', 'plain.jwt', '--proof', kept('log.tlog-proof'))
  const line = `witness council ${await verifierKey(sha256, witness().key, keyKinds.cosigner)}`
  change('policy', (await Bun.file(kept('policy')).text()).replace(/^witness .*$/m, line))
  await refused('Not enough of the witnesses', 'pdf')
  change('policy', 'quorum nobody\n')
  await refused('The policy cannot be read. Line 1 names "nobody"', 'pdf')
  change('holiday.png', '\x89PNG')
  change('policy', 'quorum none\n')
  await refused('There is no credential in it.', 'holiday.png')
}, 60_000)

test('who proves an entry in the browser is told which witnesses have seen the checkpoint, and when they are not enough', async () => {
  await sql`update register_entries set venue = venue || ' 5' where number = ${number}`
  await sign()
  const key = (await (await get('/log/key')).text()).trim()
  const line = `witness council ${await verifierKey(sha256, council.key, keyKinds.cosigner)}`
  const prove = async (policy: string) => {
    const proof = (await (await get(`/log/proof/${number}.json`)).json()) as EntryProof
    const read = async (path: string) => (path === 'policy' ? new Response(policy) : await get(`/log/${path}`))
    const { verdict, found } = await checkInBrowser({ number, proof, key, read })
    return verdict === 'wrong' ? [verdict, ...found] : [verdict, ...found.slice(2, -1)]
  }
  const policy = `log ${key}\n${line}\nquorum council\n`
  expect(await prove(policy)).toEqual([
    'proven',
    'None of the policy’s witnesses has seen it there.',
    'Not enough witnesses have seen this checkpoint: others may be shown another log.',
  ])
  expect((await prove('quorum none\n')).at(-1)).toContain('The policy names no witnesses')
  await cosign()
  expect(await prove(policy)).toEqual([
    'proven',
    expect.stringMatching(/^Seen there by council \(\d+ \w+ 20\d\d at \d\d:\d\d\)\.$/),
    'That is as many as our policy asks for.',
  ])
  await sql`update log_checkpoints set cosignatures = replace(cosignatures, right(rtrim(cosignatures, E'\n'), 8), 'AAAAAAAA')`
  expect(await prove(policy)).toEqual(['wrong', 'The signature of the checkpoint is false.'])
})

/** What the attached proof of the certificate says of itself. */
async function described(): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({ data: await (await get(`/api/certificates/${number}.pdf`)).bytes() }).promise
  const files = [...(await pdf.getAttachments())!.values()]
  return files.find(({ filename }) => filename === 'credential.tlog-proof')!.description
}
