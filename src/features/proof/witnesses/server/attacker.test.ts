import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeCheckpoint, type Policy, readPolicy } from '#features/proof/policy.ts'
import { sha256, verifyEd25519 } from '#features/proof/server/node-crypto.ts'
import { cosignatureLine, keyKinds, splitNote, verifierKey } from '#features/proof/signed-note.ts'
import { makeLog, makeSigner } from './log.fixture.ts'
import { createWitness } from './witness.ts'
import { openWitnessFile } from './witness-file.ts'

// Somebody has the whole site, its database and the key that signs the log, and wants two people to see two logs that both verify. They have their
// verifier and their policy (two of three witnesses) from elsewhere.

const folder = mkdtempSync(join(tmpdir(), 'attacker-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = await makeLog()
const names = ['council', 'paper', 'university']
const witnesses = await Promise.all(names.map((name) => startWitness(name)))
const policy = (await readPolicy(
  sha256,
  [`log ${log.vkey}`, ...witnesses.map(({ line }) => line), `group us 2 ${names.join(' ')}`, 'quorum us'].join('\n'),
)) as Policy

async function startWitness(name: string) {
  const file = openWitnessFile(join(folder, `${name}-${Math.random()}.db`))
  const logs = [{ key: log.key, url: null }]
  const witness = await createWitness({ name: `${name}.example`, logs, file, now: () => new Date() })
  const post = async (body: string) => {
    const response = await witness.answer(new Request('http://w/add-checkpoint', { method: 'POST', body }))
    return { status: response.status, text: await response.text() }
  }
  return { line: `witness ${name} ${witness.key}`, post }
}

/** What a person finds who is shown this checkpoint. */
const accepts = async (note: string) => {
  const judged = await judgeCheckpoint(note, policy, { hash: sha256, verify: verifyEd25519 })
  return !('problem' in judged) && judged.isWitnessed
}
/** The cosignatures that the attacker gets for a branch, whatever it says was the old size. */
async function cosignatures(size: number, branch: string, whom = witnesses): Promise<string[]> {
  const lines: string[] = []
  for (const { post } of whom)
    for (let old = 0; old <= size; old++) {
      const { status, text } = await post(await log.request(old, size, branch))
      if (status === 200) lines.push(text)
      if (status === 200 || status === 422) break
    }
  return lines
}

const honest = (await log.note(8, 'one')) + (await cosignatures(8, 'one')).join('')

test('the honest log is accepted', async () => {
  expect(await accepts(honest)).toBe(true)
})

test('1: another history, signed with the stolen key, gets no cosignature from witnesses that saw the first', async () => {
  expect(await cosignatures(8, 'two')).toEqual([])
  expect(await cosignatures(12, 'two')).toEqual([])
  expect(await accepts(await log.note(12, 'two'))).toBe(false)
})

test('2: cosignatures of the one history below the other do not verify', async () => {
  const lines = honest.split('\n\n')[1]!.split('\n').slice(1).join('\n')
  expect(lines.split('\n— ')).toHaveLength(3)
  expect(await accepts((await log.note(8, 'two')) + lines)).toBe(false)
})

test('3: witnesses of his own, under the names of the known ones, are not in the policy', async () => {
  const forged = await log.note(8, 'two')
  const { text } = splitNote(forged)!
  const own = await Promise.all(
    names.map((name) => cosignatureLine(sha256, text, { ...makeSigner(`${name}.example`), at: new Date() })),
  )
  expect(await accepts(forged + own.join(''))).toBe(false)
  // Nor does the log's own key count as one.
  const byLog = await cosignatureLine(sha256, text, { key: log.key, sign: log.sign, at: new Date() })
  expect(await accepts(forged + byLog + byLog)).toBe(false)
})

test('4: one witness in his hand signs both histories, and is one too few; counted twice it is still one', async () => {
  const traitor = makeSigner('paper.example')
  const withTraitor = [
    `log ${log.vkey}`,
    witnesses[0]!.line,
    `witness paper ${await verifierKey(sha256, traitor.key, keyKinds.cosigner)}`,
    witnesses[2]!.line,
    `group us 2 ${names.join(' ')}`,
    'quorum us',
  ]
  const theirs = (await readPolicy(sha256, withTraitor.join('\n'))) as Policy
  const forged = await log.note(8, 'two')
  const sign = (at: Date) => cosignatureLine(sha256, splitNote(forged)!.text, { ...traitor, at })
  const [line, later] = [await sign(new Date()), await sign(new Date(Date.now() + 5000))]
  const judged = await judgeCheckpoint(forged + line + later, theirs, { hash: sha256, verify: verifyEd25519 })
  expect(judged).toMatchObject({ seenBy: [{ name: 'paper' }], isWitnessed: false })
})

test('5: both histories at the same moment, over and over, to witnesses that have seen neither: one of them gets through', async () => {
  for (let round = 0; round < 5; round++) {
    const fresh = await Promise.all(names.map((name) => startWitness(name)))
    const lines = [...fresh.map(({ line }) => line), `group us 2 ${names.join(' ')}`, 'quorum us']
    const rules = (await readPolicy(sha256, [`log ${log.vkey}`, ...lines].join('\n'))) as Policy
    const bodies = await Promise.all(['one', 'two'].map((branch) => log.request(0, 9, branch)))
    const came = { one: '', two: '' }
    await Promise.all(
      fresh.flatMap(({ post }) =>
        (Math.random() < 0.5 ? [0, 1] : [1, 0]).map(async (at) => {
          const { status, text } = await post(bodies[at]!)
          if (status === 200) came[at === 0 ? 'one' : 'two'] += text
        }),
      ),
    )
    const judged = await Promise.all(
      (['one', 'two'] as const).map(async (branch) =>
        judgeCheckpoint((await log.note(9, branch)) + came[branch], rules, { hash: sha256, verify: verifyEd25519 }),
      ),
    )
    expect(judged.filter((each) => !('problem' in each) && each.isWitnessed)).toHaveLength(1)
  }
})
