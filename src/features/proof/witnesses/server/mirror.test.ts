import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Policy, readPolicy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { cosignatureLine, keyKinds, splitNote, verifierKey } from '#features/proof/signed-note.ts'
import { bundleOf, readTilePath, tileWidth } from '#features/proof/tiles.ts'
import { makeLog, makeSigner } from './log.fixture.ts'
import { openMirror } from './mirror.ts'

const folder = mkdtempSync(join(tmpdir(), 'mirror-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = await makeLog('register.example/log', 300)
const witness = makeSigner('paper.example')

/** A site that serves the log as its operator wants it to be. */
function openSite() {
  const shown = { size: 0, branch: 'one', isWitnessed: true, broken: -1, asked: 0 }
  const readFile = async (path: string): Promise<Uint8Array | null> => {
    shown.asked++
    if (path === 'key') return new TextEncoder().encode(`${log.vkey}\n`)
    if (path === 'checkpoint') {
      const note = await log.note(shown.size, shown.branch)
      const line = await cosignatureLine(sha256, splitNote(note)!.text, { ...witness, at: new Date() })
      return new TextEncoder().encode(shown.isWitnessed ? note + line : note)
    }
    const tile = readTilePath(path)
    if (tile?.level !== 'entries') throw new Error(`${path} is not needed.`)
    const first = tile.index * tileWidth
    const entries = Array.from({ length: tile.width }, (_, at) => log.entry(first + at, shown.branch))
    return bundleOf(entries.map((entry, at) => (first + at === shown.broken ? new Uint8Array([1]) : entry)))
  }
  return { shown, readFile }
}

async function policy(): Promise<Policy> {
  const key = await verifierKey(sha256, witness.key, keyKinds.cosigner)
  return (await readPolicy(sha256, `log ${log.vkey}\nwitness paper ${key}\nquorum paper`)) as Policy
}

const get = async (mirror: ReturnType<typeof openMirror>, path: string) => {
  const response = await mirror.answer(new Request(`http://m/${path}`))
  return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status
}

test('a mirror grows with the log, and serves what the log serves, at every width', async () => {
  const { shown, readFile } = openSite()
  const mirror = openMirror({ readFile, folder: join(folder, 'grows'), policy: await policy() })
  expect(await get(mirror, 'checkpoint')).toBe(404)
  for (const size of [0, 3, 255, 257, 600]) {
    shown.size = size
    expect(await mirror.update()).toMatchObject({ kind: 'updated', size, seenBy: [{ name: 'paper' }] })
  }
  expect(String(await get(mirror, 'log/checkpoint'))).toStartWith(await log.note(600))
  const again = openMirror({
    readFile: (path) => get(mirror, path) as Promise<Buffer>,
    folder: join(folder, 'again'),
    policy: await policy(),
  })
  expect(await again.update()).toMatchObject({ kind: 'updated', size: 600, added: 600 })
  expect((await get(mirror, 'tile/0/000')) as Buffer).toHaveLength(256 * 32)
  expect((await get(mirror, 'tile/0/002.p/7')) as Buffer).toHaveLength(7 * 32)
  expect((await get(mirror, 'tile/1/000.p/2')) as Buffer).toHaveLength(64)
  for (const path of [
    'tile/0/002.p/89',
    'tile/1/000.p/3',
    'tile/0/003.p/1',
    'tile/entries/002',
    '../secret',
    'tile/9/000',
    'proof/X.json',
  ])
    expect({ path, answer: await get(mirror, path) }).toEqual({ path, answer: 404 })
  expect((await mirror.answer(new Request('http://m/checkpoint', { method: 'POST' }))).status).toBe(405)
  expect(String(await get(mirror, ''))).toContain('600 entries, each checked')
}, 30_000)

test('what was copied stays when the log forks, shrinks, lies about an entry or has too few witnesses', async () => {
  const { shown, readFile } = openSite()
  const place = join(folder, 'faults')
  const mirror = openMirror({ readFile, folder: place, policy: await policy() })
  shown.size = 400
  await mirror.update()
  Object.assign(shown, { size: 420, branch: 'two' })
  expect(await mirror.update()).toMatchObject({
    kind: 'refused',
    isProof: true,
    problem: expect.stringContaining('forked'),
  })
  expect(existsSync(join(place, 'contradicts-420'))).toBe(true)
  Object.assign(shown, { size: 390, branch: 'one' })
  expect(await mirror.update()).toMatchObject({ isProof: true, problem: expect.stringContaining('shrank') })
  Object.assign(shown, { size: 430, isWitnessed: false })
  expect(await mirror.update()).toMatchObject({ isProof: false, problem: expect.stringContaining('Too few witnesses') })
  Object.assign(shown, { isWitnessed: true, broken: 425 })
  expect(await mirror.update()).toMatchObject({ kind: 'refused' })
  expect(String(await get(mirror, 'checkpoint'))).toStartWith(await log.note(400))
  expect(await get(mirror, 'tile/entries/001.p/170')).toBe(404)
  // What it read in vain does not stand in the way, nor does a crash that left more than the checkpoint covers.
  shown.broken = -1
  writeFileSync(join(place, 'tile/0/001.new'), 'half a file')
  expect(await mirror.update()).toMatchObject({ kind: 'updated', size: 430, added: 30 })
}, 30_000)

test('without a policy the first key counts from then on', async () => {
  const { shown, readFile } = openSite()
  shown.size = 10
  const place = join(folder, 'first')
  await openMirror({ readFile, folder: place, policy: null }).update()
  const other = await makeLog('register.example/log')
  const changed = async (path: string) =>
    path === 'key'
      ? Buffer.from(other.vkey)
      : path === 'checkpoint'
        ? Buffer.from(await other.note(12))
        : await readFile(path)
  expect(await openMirror({ readFile: changed, folder: place, policy: null }).update()).toMatchObject({
    kind: 'refused',
    problem: 'The checkpoint is not signed by the key of the log.',
  })
}, 30_000)
