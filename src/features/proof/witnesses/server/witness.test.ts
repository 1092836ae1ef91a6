import { afterAll, expect, test } from 'bun:test'
import { verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256, verifyEd25519 } from '#features/proof/server/node-crypto.ts'
import { keyKinds, openCosignature, readVerifierKey, splitNote, toHex } from '#features/proof/signed-note.ts'
import { projectRoot } from '#process/project-root.ts'
import { until } from '#test/until.ts'
import { makeLog, makeSigner } from './log.fixture.ts'
import { createWitness } from './witness.ts'
import { openWitnessFile } from './witness-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'witness-'))
const children = new Set<Bun.Subprocess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})
const log = await makeLog()
const name = 'council.example/witness'
const ways = { hash: sha256, verify: verifyEd25519 }

async function openWitness(file: string) {
  const opened = openWitnessFile(join(folder, file))
  const witness = await createWitness({
    name,
    logs: [{ key: log.key, url: null }],
    file: opened,
    now: () => new Date(),
  })
  const post = async (body: string) => {
    const response = await witness.answer(new Request('http://w/add-checkpoint', { method: 'POST', body }))
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  const get = async (path: string) => await witness.answer(new Request(`http://w${path}`))
  return { ...witness, post, get, file: opened }
}

test('a witness signs a log that grows, and only that', async () => {
  const { post, get, key } = await openWitness('grows.db')
  const id = toHex(await sha256(new TextEncoder().encode('register.example/log')))
  expect((await get(`/${id}/checkpoint`)).status).toBe(404)
  expect(await post(await log.request(0, 3))).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^— council\.example\/witness \S+\n$/),
  })
  const before = Math.floor(Date.now() / 1000)
  const grown = await post(await log.request(3, 8))
  expect(grown.status).toBe(200)
  // As tlog-cosignature says it, with no code of ours: four bytes of the key's id, eight of the time, and the signature.
  const bytes = Buffer.from(grown.text.split(' ')[2]!, 'base64')
  const raw = Buffer.from(key.split('+').slice(2).join('+'), 'base64')
  expect(raw[0]).toBe(4)
  expect(bytes.subarray(0, 4).toString('hex')).toBe(key.split('+')[1]!)
  const seconds = bytes.readBigUInt64BE(4)
  expect(Number(seconds)).toBeGreaterThanOrEqual(before)
  const [text] = (await log.note(8)).split('\n\n')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw.subarray(1)])
  const publicKey = { key: der, format: 'der', type: 'spki' } as const
  expect(bytes.length).toBe(76)
  expect(verify(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}\n`), publicKey, bytes.subarray(12))).toBe(
    true,
  )
  // The same once more is signed once more, with the time of then.
  expect((await post(await log.request(8, 8))).status).toBe(200)
  const shown = await (await get(`/${id}/checkpoint`)).text()
  expect(shown).toStartWith(await log.note(8))
  const cosigner = await readVerifierKey(sha256, key, keyKinds.cosigner)
  expect(await openCosignature(splitNote(shown)!, cosigner!, ways)).toBeInstanceOf(Date)
})

test('a fork, a smaller tree, an old size, a stale proof and what is malformed are answered as the specification says', async () => {
  const { post, get, file } = await openWitness('faults.db')
  await post(await log.request(0, 8))
  const conflict = { type: 'text/x.tlog.size', status: 409, text: '8\n' }
  expect(await post(await log.request(3, 9))).toEqual(conflict)
  expect(await post(await log.request(0, 9))).toEqual(conflict)
  expect(await post(await log.request(3, 5))).toEqual(conflict)
  // A smaller tree after the one that was seen.
  expect((await post(await log.request(8, 5))).status).toBe(400)
  expect((await post(await log.request(8, 12, 'two'))).status).toBe(422)
  expect((await post((await log.request(8, 12)).replace(/\n\S+\n\n/, '\n\n'))).status).toBe(422)
  const stale = (await log.request(7, 12)).replace('old 7', 'old 8')
  expect((await post(stale)).status).toBe(422)
  expect((await post((await log.request(8, 8)).replace('\n\n', `\n${'A'.repeat(43)}=\n\n`))).status).toBe(422)
  // Another root for the same size is a proof against the log, and kept.
  expect((await post(await log.request(8, 8, 'two'))).status).toBe(422)
  expect((await post(await log.request(8, 8, 'two'))).status).toBe(422)
  expect(file.listConflicts()).toMatchObject([{ size: 8, note: await log.note(8, 'two') }])
  expect(await (await get('/')).text()).toContain('Two histories of register.example/log')
  const status = (await (await get('/status.json')).json()) as { logs: object[]; conflicts: object[] }
  expect(status).toMatchObject({ name, logs: [{ size: 8 }], conflicts: [{ size: 8 }] })
  // Signatures.
  const good = await log.request(8, 9)
  const stranger = makeSigner(log.key.name)
  const signedBy = async (by: typeof stranger) =>
    good.slice(0, good.indexOf('\n\n') + 2) + (await log.note(9, 'one', by))
  expect((await post(await signedBy(stranger))).status).toBe(403)
  const ofAnother = (await log.note(10)).split('\n\n')[1]
  expect((await post(good.slice(0, good.lastIndexOf('\n\n') + 2) + ofAnother)).status).toBe(403)
  const other = await makeLog('another.example/log')
  expect((await post(await other.request(0, 3))).status).toBe(404)
  // Form.
  const malformed = [
    '',
    'old 8',
    good.replace('old 8', 'old 08'),
    good.replace('old 8', 'old -1'),
    good.replace('old 8', 'old  8'),
  ]
  malformed.push(good.replace('old 8\n', `old 8\n${'A'.repeat(40)}\n`), good.slice(0, -1), good.replace('\n\n', '\n'))
  malformed.push(good.replace('old 8\n', `old 8\n${`${'A'.repeat(43)}=\n`.repeat(64)}`), 'x'.repeat(100_000))
  for (const body of malformed) expect({ body, status: (await post(body)).status }).toEqual({ body, status: 400 })
  expect((await get('/add-checkpoint')).status).toBe(405)
  // After all of it the witness goes on.
  expect((await post(good)).status).toBe(200)
})

test('an empty log has the root of nothing', async () => {
  const { post } = await openWitness('empty.db')
  const wrong = (await log.request(0, 0)).split('\n')
  expect((await post(await log.request(0, 0))).status).toBe(200)
  expect(wrong[2]).toBe('register.example/log')
  expect((await post(await log.request(0, 4))).status).toBe(200)
})

test('of two requests at once, and of two processes with one file, one goes on and the other is told the size', async () => {
  const one = await openWitness('race.db')
  const other = await openWitness('race.db')
  expect(one.key).toBe(other.key)
  await one.post(await log.request(0, 5))
  const bodies = await Promise.all(
    ['one', 'two', 'one', 'two'].map((branch, at) => log.request(5, 9 + (at >> 1), branch)),
  )
  const answers = await Promise.all(bodies.map((body, at) => (at % 2 ? one : other).post(body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, text } of answers)
    if (status !== 200) expect([status, text]).toEqual([409, expect.stringMatching(/^(9|10)\n$/)])
})

test('the file is for its owner alone', async () => {
  const { post } = await openWitness('owner.db')
  await post(await log.request(0, 5))
  for (const file of readdirSync(folder).filter((each) => each.startsWith('owner.db')))
    expect({ file, mode: statSync(join(folder, file)).mode & 0o777 }).toEqual({ file, mode: 0o600 })
})

/** A process, and where it listens. */
const startProcess = (script: string, args: string[]) => startCommand(['bun', join(projectRoot, script), ...args])

async function startCommand(command: string[]) {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  children.add(child)
  let said = ''
  for await (const piece of child.stdout) {
    said += new TextDecoder().decode(piece)
    const [, port] = /port (\d+) /.exec(said) ?? []
    if (!port) continue
    const post = async (body: string) => {
      const response = await fetch(`http://localhost:${port}/add-checkpoint`, { method: 'POST', body })
      return { status: response.status, text: await response.text() }
    }
    return { child, post }
  }
  throw new Error(said)
}
const startWitness = (file: string) =>
  startProcess('src/commands/witness.ts', [
    '--name',
    name,
    '--log',
    log.vkey,
    '--file',
    join(folder, file),
    '--port',
    '0',
  ])

const canTrace = Bun.which('strace') !== null && Bun.spawnSync(['strace', '-o', '/dev/null', 'true']).success

test.skipIf(!canTrace)(
  'what it signs is on the disk, with its folder, before a byte of the answer leaves',
  async () => {
    const [file, trace] = [join(folder, 'traced.db'), join(folder, 'trace')]
    const command = ['bun', join(projectRoot, 'src/commands/witness.ts'), '--name', name, '--log', log.vkey]
    const watched = 'trace=fsync,fdatasync,unlink,write,writev,sendto,sendmsg'
    const traced = ['strace', '-f', '-y', '-e', watched, '-o', trace, ...command, '--file', file, '--port', '0']
    const { child, post } = await startCommand(traced)
    expect((await post(await log.request(0, 5))).status).toBe(200)
    // Ends with what it traces.
    process.kill(Number.parseInt(readFileSync(trace, 'utf8'), 10))
    await child.exited
    const lines = readFileSync(trace, 'utf8').split('\n')
    const answered = lines.findIndex((line) => line.includes('"HTTP/1.1 200'))
    expect(answered).toBeGreaterThan(0)
    // A journal that is gone is the commit: the file is on the disk before it, and the folder after it.
    const committed = lines.slice(0, answered).findLastIndex((line) => line.includes('unlink("'))
    const calls = (from: number, to: number) => lines.slice(from, to).filter((line) => /f(data)?sync\(/.test(line))
    expect(calls(0, committed).at(-1)).toContain(`<${file}>`)
    expect(calls(committed, answered).at(-1)).toContain(`<${folder}>`)
  },
  30_000,
)

test('killed between keeping and answering, it never signs another history', async () => {
  const fixture = 'src/features/proof/witnesses/server/killed-witness.fixture.ts'
  const first = await startProcess(fixture, [name, log.vkey, join(folder, 'killed.db')])
  await expect(first.post(await log.request(0, 9, 'one'))).rejects.toThrow()
  await first.child.exited
  expect(first.child.signalCode).toBe('SIGKILL')
  const second = await startWitness('killed.db')
  // What nobody was told binds the witness all the same.
  expect(await second.post(await log.request(0, 9, 'two'))).toEqual({ status: 409, text: '9\n' })
  expect((await second.post(await log.request(9, 9, 'two'))).status).toBe(422)
  expect((await second.post(await log.request(9, 9, 'one'))).status).toBe(200)
  second.child.kill()
  await second.child.exited
}, 30_000)

test('killed at any moment under two histories, it has signed one', async () => {
  const signed: { branch: string; size: number }[] = []
  for (let round = 0; round < 4; round++) {
    const { child, post } = await startWitness('bombarded.db')
    const before = signed.length
    const sending = ['one', 'two'].map(async (branch) => {
      for (let [old, size] = [0, 6]; ; size++) {
        const answer = await post(await log.request(old, Math.max(old, size), branch)).catch(() => null)
        if (!answer) return
        if (answer.status === 200) signed.push({ branch, size: Math.max(old, size) })
        if (answer.status === 200) old = Math.max(old, size)
        if (answer.status === 409) size = old = Number(answer.text)
        if (answer.status === 422) await Bun.sleep(5)
      }
    })
    // In each life it has signed something, so that the next finds it.
    await until(() => signed.length > before)
    await Bun.sleep(Math.random() * 120)
    child.kill('SIGKILL')
    await Promise.all(sending)
    await child.exited
  }
  expect(new Set(signed.map(({ branch }) => branch)).size).toBe(1)
}, 60_000)
