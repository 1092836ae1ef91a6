import { expect, test } from 'bun:test'
import { generateKeyPairSync, sign } from 'node:crypto'
import { isQuorum, judgeCheckpoint, type Policy, PolicyProblem, policyText, readPolicy } from './policy.ts'
import { sha256, verifyEd25519 } from './server/node-crypto.ts'
import {
  checkpointText,
  cosignatureLine,
  keyKinds,
  type NoteKey,
  signedNote,
  splitNote,
  verifierKey,
} from './signed-note.ts'

const ways = { hash: sha256, verify: verifyEd25519 }
const at = new Date('2026-11-26T09:00:00Z')

function makeSigner(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key: NoteKey = { name, publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }
  return { key, sign: (message: string | Uint8Array) => new Uint8Array(sign(null, Buffer.from(message), privateKey)) }
}

const log = makeSigner('register.example/log')
const witnesses = ['council.example', 'paper.example', 'university.example'].map(makeSigner)
const keyOf = (at: number) => verifierKey(sha256, witnesses[at]!.key, keyKinds.cosigner)
const policy = async (lines = 'group all-of-us 2 council paper university\nquorum all-of-us') =>
  await readPolicy(
    sha256,
    `# ours\n\nlog ${await verifierKey(sha256, log.key)} https://register.example/log\n` +
      `witness council ${await keyOf(0)} https://council.example\n\twitness  paper\t${await keyOf(1)}\n` +
      `witness university ${await keyOf(2)}\n${lines}\n`,
  )
const text = checkpointText({ origin: log.key.name, size: 7, root: new Uint8Array(32).fill(1) })
const note = await signedNote(sha256, text, log.key, log.sign(text))
const cosigned = (which: number[], of = text) =>
  Promise.all(which.map((each) => cosignatureLine(sha256, of, { ...witnesses[each]!, at })))
const judge = async (note: string) => await judgeCheckpoint(note, (await policy()) as Policy, ways)

test('a checkpoint counts with the cosignatures of enough witnesses, each once', async () => {
  const none = await judge(note)
  expect(none).toMatchObject({ checkpoint: { size: 7 }, seenBy: [], isWitnessed: false })
  const [one] = await cosigned([1])
  expect(await judge(note + one + one)).toMatchObject({ seenBy: [{ name: 'paper', at }], isWitnessed: false })
  const two = note + (await cosigned([2, 0])).join('')
  expect(await judge(two)).toMatchObject({ seenBy: [{ name: 'council' }, { name: 'university' }], isWitnessed: true })
  const stranger = makeSigner('council.example')
  const foreign = await cosignatureLine(sha256, text, { ...stranger, at })
  expect(await judge(note + one + foreign)).toMatchObject({ seenBy: [{ name: 'paper' }], isWitnessed: false })
})

test('a cosignature of another checkpoint, another time or another kind is false', async () => {
  const other = checkpointText({ origin: log.key.name, size: 8, root: new Uint8Array(32).fill(2) })
  expect(await judge(note + (await cosigned([0, 1], other)).join(''))).toEqual({ problem: 'false-signature' })
  const [line] = await cosigned([0])
  const bytes = Buffer.from(line!.split(' ')[2]!, 'base64')
  bytes[11]! ^= 1
  const later = `— council.example ${bytes.toString('base64')}\n`
  expect(await judge(note + later)).toEqual({ problem: 'false-signature' })
  // The log's own key signs no cosignature, and a witness's no checkpoint.
  const byWitness = await signedNote(sha256, text, witnesses[0]!.key, witnesses[0]!.sign(text))
  expect(await judge(byWitness)).toEqual({ problem: 'other-key' })
  const otherLog = checkpointText({ origin: 'another.example', size: 7, root: new Uint8Array(32) })
  expect(await judge(await signedNote(sha256, otherLog, log.key, log.sign(otherLog)))).toEqual({ problem: 'other-log' })
  expect(splitNote(note + line!.repeat(64))).toBeNull()
})

test('groups of groups, any, all and none are counted as the policy says', async () => {
  const nested = (await policy(
    'group x 2 council paper\ngroup y any university\ngroup both all x y\nquorum both',
  )) as Policy
  expect(isQuorum(nested, new Set(['council', 'paper']))).toBe(false)
  expect(isQuorum(nested, new Set(['council', 'university']))).toBe(false)
  expect(isQuorum(nested, new Set(['council', 'paper', 'university']))).toBe(true)
  expect(isQuorum((await policy('quorum none')) as Policy, new Set())).toBe(true)
  expect(isQuorum((await policy('quorum paper')) as Policy, new Set(['council']))).toBe(false)
  const again = await readPolicy(sha256, await policyText(sha256, nested))
  expect(again).toMatchObject({ groups: nested.groups, quorum: 'both', witnesses: [{ url: null }, {}, {}] })
})

test('a policy that is not to the letter is refused with its line', async () => {
  const problemOf = async (lines: string) => {
    const read = await policy(lines)
    return read instanceof PolicyProblem ? read.text : read
  }
  expect(await problemOf('')).toBe('There is no line "quorum".')
  expect(await problemOf('quorum council\nquorum paper')).toBe('Line 8 is a second line "quorum".')
  expect(await problemOf('quorum us\ngroup us any paper')).toContain('no line before it defines')
  expect(await problemOf('group a any paper\ngroup b any paper\nquorum b')).toContain('in a group already')
  expect(await problemOf('group a any none\nquorum a')).toContain('no line before it defines')
  for (const count of ['0', '4', '02', '-1', 'some'])
    expect(await problemOf(`group a ${count} council paper university\nquorum a`)).toContain('from 1 to 3, all or any')
  expect(await problemOf('group paper any council\nquorum paper')).toContain('defines "paper" once more')
  expect(await problemOf(`witness fourth ${await keyOf(0)}\nquorum none`)).toContain('names a witness once more')
  // The key of a log is none of a witness.
  expect(await problemOf(`witness x ${await verifierKey(sha256, log.key)}\nquorum none`)).toContain('for cosignatures')
  expect(await problemOf('quorum none\r')).toContain('control character')
  expect(await problemOf('wittness x y')).toContain('begins with "wittness"')
})
