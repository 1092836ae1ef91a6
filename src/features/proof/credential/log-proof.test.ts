import { expect, test } from 'bun:test'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { sha256, verifyEd25519 } from '#features/proof/server/node-crypto.ts'
import { inclusionProof, leafHash, type ReadNode, treeRoot } from '../merkle.ts'
import { type Policy, readPolicy } from '../policy.ts'
import { checkpointText, cosignatureLine, keyKinds, type NoteKey, signedNote, verifierKey } from '../signed-note.ts'
import { type LeafFacts, leafOf, logProofHeading, logProofText, readLogProof, verifyLogProof } from './log-proof.ts'
import { credentialOfEntry } from './server/credential-of-entry.ts'

const ways = { hash: sha256, verify: verifyEd25519 }
const size = 1_000_000
const index = 654_321
const origin = 'register.example/log'

type Signing = { key: NoteKey; privateKey: KeyObject }
function signing(name: string): Signing {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: { name, publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32) }, privateKey }
}
const [ours, theirs] = [signing(origin), signing('other.example/log')]
const witnesses = ['council.example', 'newspaper.example', 'university.example'].map(signing)

async function policyOf(log: Signing, quorum: string): Promise<Policy> {
  const lines = await Promise.all(
    witnesses.map(async ({ key }, at) => `witness w${at} ${await verifierKey(sha256, key, keyKinds.cosigner)}`),
  )
  const text = [`log ${await verifierKey(sha256, log.key)}`, ...lines, `group g ${quorum} w0 w1 w2`, 'quorum g', '']
  return (await readPolicy(sha256, text.join('\n'))) as Policy
}

const facts: LeafFacts = {
  assurance: 'assessed',
  assuredOn: '2026-05-03',
  at: '2026-11-22T10:00:00.000Z',
  change: 'accredited',
  n: 3,
  number: 'BEAA-2026-7KQ4XN',
  recorded: '2026-11-22T10:00:00.012Z',
  status: 'active',
  v: 1,
  validFrom: '2026-11-22T10:00:00.000Z',
  validUntil: '2027-11-22T00:00:00.000Z',
  salt: Buffer.alloc(32, 7).toString('base64'),
  values: {
    city: 'Whitby',
    date: '2027-08-21',
    organiser: 'Harbour Lights Festival Ltd',
    reason: '',
    title: 'Harbour Lights Festival of Music, Food & Märchen',
    venue: 'Old Harbour and the Fish Market',
  },
}

function claimsOf({ number, validFrom, validUntil, assurance, assuredOn, values }: LeafFacts) {
  const texts = { slug: 'harbour-lights', isDemo: false, checks: [], criteria: null }
  const entry = { number, validFrom, validUntil, assurance, assuredOn, ...values, ...texts }
  const issuer = { publicUrl: 'https://register.example', name: 'Authority' }
  return credentialOfEntry(entry, { list: 1, place: 5 }, issuer) as Record<string, unknown>
}

/** Of a tree in which every other leaf is the same, so that it is computed in a moment. */
async function readerOf(leaf: Uint8Array): Promise<ReadNode> {
  const same = [await leafHash(sha256, new Uint8Array([1]))]
  const join = (left: Uint8Array, right: Uint8Array) => sha256(new Uint8Array([1, ...left, ...right]))
  for (let height = 1; height < 21; height++) same.push(await join(same[height - 1]!, same[height - 1]!))
  const read: ReadNode = async (height, at) => {
    if (Math.floor(index / 2 ** height) !== at) return same[height]!
    if (height === 0) return await leafHash(sha256, leaf)
    return await join(await read(height - 1, at * 2), await read(height - 1, at * 2 + 1))
  }
  return read
}

async function proofOf(given: LeafFacts, { log = ours, seenBy = witnesses } = {}): Promise<string> {
  const read = await readerOf((await leafOf(given, sha256))!)
  const [root, path] = [await treeRoot(sha256, size, read), await inclusionProof(sha256, index, size, read)]
  const text = checkpointText({ origin: log.key.name, size, root })
  let note = await signedNote(sha256, text, log.key, sign(null, Buffer.from(text), log.privateKey))
  for (const { key, privateKey } of seenBy)
    note += await cosignatureLine(sha256, text, {
      key,
      at: new Date('2026-11-22T10:00:02Z'),
      sign: (message) => sign(null, message, privateKey),
    })
  return logProofText(given, { index, path, checkpoint: note })
}

const claims = claimsOf(facts)
const all = await policyOf(ours, 'all')
const verify = async (text: string, policy = all, said = claims) => await verifyLogProof(said, text, policy, ways)

test('in a log of a million entries a proof has below 3 KB, with the cosignatures of three witnesses', async () => {
  const text = await proofOf(facts)
  expect(Buffer.byteLength(text)).toBeLessThan(3 * 1024)
  // The longest texts that the register takes.
  const [long, city] = ['x'.repeat(200), 'x'.repeat(100)]
  const longest = { ...facts, values: { ...facts.values, title: long, organiser: long, venue: long, city } }
  expect(Buffer.byteLength(await proofOf(longest))).toBeLessThan(3 * 1024)
  expect(readLogProof(text)!.path).toHaveLength(20)
  expect(await verify(text)).toMatchObject({
    number: index + 1,
    checkpoint: { origin, size },
    seenBy: ['w0', 'w1', 'w2'].map((name) => ({ name, at: new Date('2026-11-22T10:00:02Z') })),
  })
})

test('it has the form of C2SP tlog-proof', async () => {
  const text = await proofOf(facts)
  const [head, checkpoint] = [text.slice(0, text.indexOf('\n\n')), text.slice(text.indexOf('\n\n') + 2)]
  const [first, extra, third, ...hashes] = head.split('\n')
  expect([first, third]).toEqual([logProofHeading, `index ${index}`])
  expect(JSON.parse(Buffer.from(extra!.replace(/^extra /, ''), 'base64').toString())).toEqual(facts)
  expect(hashes.every((hash) => Buffer.from(hash, 'base64').length === 32)).toBe(true)
  expect(checkpoint).toStartWith(`${origin}\n${size}\n`)
  expect(checkpoint.split('\n').filter((line) => line.startsWith('— '))).toHaveLength(4)
  // Of a tree with one leaf there are no hashes; without extra data nobody could make our leaf.
  expect(readLogProof(`${logProofHeading}\nextra AA==\nindex 0\n\nx\n`)).toMatchObject({ index: 0, path: [] })
  for (const wrong of [
    '',
    `${logProofHeading}\nindex 0\n\nx`,
    text.replace('index ', 'index 0'),
    text.replace('@v1', '@v2'),
    text.replace('\n\n', '\n'),
    text.replace(`index ${index}`, `index ${index}\nAAAA`),
    text + 'x'.repeat(20_000),
  ])
    expect(readLogProof(wrong)).toBeNull()
})

test('one with any letter changed is refused', async () => {
  const text = await proofOf(facts)
  // Every line is changed somewhere, each part of it in some run.
  for (let at = 0; at < text.length; at += 7) {
    const letter = text[at] === 'A' ? 'B' : 'A'
    const result = await verify(text.slice(0, at) + letter + text.slice(at + 1))
    if (!('problem' in result)) expect(at).toBe(-1)
  }
})

test('what was put together from parts that belong elsewhere is refused, each with its own reason', async () => {
  const another = { ...facts, number: 'BEAA-2026-ACDEFG' }
  expect(await verify(await proofOf(another))).toEqual({ problem: 'other-entry' })
  const mine = await proofOf(facts)
  // The checkpoint of another log, in which the entry is too.
  const elsewhere = await proofOf(facts, { log: theirs })
  expect(await verify(elsewhere)).toEqual({ problem: 'other-log' })
  expect(await verify(mine, await policyOf({ ...theirs, key: { ...theirs.key, name: origin } }, 'all'))).toEqual({
    problem: 'other-key',
  })
  // One leaf's hashes below another's facts.
  const [, extra] = /^extra (.*)$/m.exec(await proofOf({ ...facts, validUntil: '2099-01-01T00:00:00.000Z' }))!
  expect(await verify(mine.replace(/^extra .*$/m, `extra ${extra}`))).toEqual({ problem: 'not-included' })
  expect(await verify('no proof')).toEqual({ problem: 'malformed' })
  const [line] = /^— newspaper.*$/m.exec(mine)!
  const [, signed] = / (\S+)$/.exec(line!)!
  const bytes = Buffer.from(signed!, 'base64')
  bytes[40]! ^= 1
  expect(await verify(mine.replace(signed!, bytes.toString('base64')))).toEqual({ problem: 'false-signature' })
  // What a thief of the key of credentials could sign of an entry that is in the log.
  for (const other of [
    { ...facts, validUntil: null },
    { ...facts, assurance: 'evidence' as const },
    { ...facts, assuredOn: null },
    { ...facts, values: { ...facts.values, title: 'Another festival' } },
    { ...facts, values: { ...facts.values, organiser: 'Another Ltd' } },
    { ...facts, values: { ...facts.values, date: '' } },
    { ...facts, values: { ...facts.values, city: 'Bath' } },
  ])
    expect(await verify(mine, all, claimsOf(other))).toEqual({ problem: 'differs' })
  // The log says that it ended.
  const ended = { ...facts, status: 'revoked' as const }
  expect(await verify(await proofOf(ended))).toEqual({ problem: 'differs' })
})

test('as many witnesses must have seen it as the policy asks for', async () => {
  const two = await proofOf(facts, { seenBy: witnesses.slice(0, 2) })
  expect(await verify(two)).toMatchObject({ problem: 'not-witnessed', seenBy: [{ name: 'w0' }, { name: 'w1' }] })
  expect(await verify(two, await policyOf(ours, '2'))).toMatchObject({ number: index + 1 })
  expect(await verify(await proofOf(facts, { seenBy: [] }), await policyOf(ours, 'any'))).toEqual({
    problem: 'not-witnessed',
    seenBy: [],
  })
  // A witness that the policy does not know counts for nothing.
  const stranger = signing('council.example')
  expect(await verify(await proofOf(facts, { seenBy: [stranger] }), await policyOf(ours, 'any'))).toMatchObject({
    problem: 'not-witnessed',
  })
})
