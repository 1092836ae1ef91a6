import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import PDFDocument from 'pdfkit'
import { createFiles } from '#providers/files/create-files.ts'
import { createClamav } from '#providers/scanner/clamav.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { clamdProgram, eicar, startClamd } from '#test/clamd.ts'
import { siteOfFile } from '#test/of-file.ts'
import { sendEvidence } from '#test/send-evidence.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import type { EvidenceFile } from '../schema.ts'
import { checkEvidenceFile } from './check-file.ts'
import { heicWithPlace, jpegWithPlace, pngWithPlace } from './kinds/pictures-fixture.ts'
import { refusals } from './kinds/refusals.ts'
import { officeOf } from './kinds/zip-fixture.ts'
import { deleteStoredFile, purgeFile, storeKey } from './purge-file.ts'
import { listEvidence } from './queries.ts'

setDefaultTimeout(90_000)

let application: AddedApplication
const site = await siteOfFile({ demoData: false })
beforeAll(async () => {
  application = await addApplication(site.sql)
})

function send(name: string, content: Uint8Array<ArrayBuffer>, to = site): Promise<EvidenceFile> {
  const cookie = ownershipCookie('', [application.id], to.services).split(';')[0]!
  return sendEvidence({ origin: to.origin, cookie, applicationId: application.id }, name, content)
}

async function fileOf(id: string): Promise<EvidenceFile> {
  const all = await listEvidence(site.sql, { applicationId: application.id })
  return all.find((file) => file.id === id)!
}

async function until(id: string, holds: (file: EvidenceFile) => boolean): Promise<EvidenceFile> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const file = await fileOf(id)
    if (holds(file)) return file
    await Bun.sleep(50)
  }
  throw new Error(`It is still ${JSON.stringify(await fileOf(id))}.`)
}

async function checked(name: string, content: Uint8Array<ArrayBuffer>): Promise<EvidenceFile> {
  const { id } = await send(name, content)
  return await until(id, ({ state }) => state !== 'checking')
}

async function storedOf(id: string): Promise<Buffer | null> {
  const stream = await site.services.files.read(storeKey(id))
  return stream && Buffer.from(await new Response(stream).bytes())
}

const piecesOf = async (id: string) =>
  (await site.sql`select from evidence_upload_pieces where upload_id = ${id}`).length

function pdfOf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  const document = new PDFDocument(options)
  const parts: Buffer[] = []
  document.on('data', (part) => parts.push(part))
  document.on('end', () => resolve(Buffer.concat(parts)))
  document.text('Event plan').addPage().text('Timetable').end()
  return promise
}

describe('a file that is checked is stored, and what was sent of it goes', () => {
  test.each<[string, string, () => Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer>, Partial<EvidenceFile>]>([
    ['a PDF', 'Plan.pdf', pdfOf, { name: 'Plan.pdf', mediaType: 'application/pdf', pages: 2 }],
    ['a locked PDF that opens', 'Cover.pdf', () => pdfOf({ ownerPassword: 'x' }), { pages: 2 }],
    ['a PDF under another name', 'run.exe', pdfOf, { name: 'run.exe.pdf', mediaType: 'application/pdf' }],
    ['a JPEG', 'Site.JPG', () => jpegWithPlace, { name: 'Site.JPG', mediaType: 'image/jpeg', pages: 1 }],
    ['a PNG', 'Site.png', () => pngWithPlace, { name: 'Site.png', mediaType: 'image/png', pages: 1 }],
    ['a picture in HEIC', 'Gate.heic', () => heicWithPlace, { name: 'Gate.jpg', mediaType: 'image/jpeg', pages: 1 }],
    [
      'a Word document',
      'Policy.docx',
      () => officeOf('docx') as Buffer<ArrayBuffer>,
      { name: 'Policy.docx', pages: null },
    ],
  ])('%s', async (_, name, content, expected) => {
    const file = await checked(name, await content())
    expect(file).toMatchObject({ state: 'ready', scan: 'unscanned', reason: '', ...expected })
    const stored = (await storedOf(file.id))!
    expect([stored.length, await piecesOf(file.id)]).toEqual([file.bytes, 0])
    for (const secret of ['Invented', 'secret place', 'Whitby']) expect(stored.includes(secret)).toBe(false)
    const [row] = await site.sql<{ sha256: Uint8Array }[]>`select sha256 from evidence_files where id = ${file.id}`
    expect(Buffer.from(row!.sha256)).toEqual(Buffer.from(new Bun.CryptoHasher('sha256').update(stored).digest()))
    // Once more, as after a process that ended in the middle: nothing changes.
    await checkEvidenceFile({ fileId: file.id }, site.services)
    expect(await fileOf(file.id)).toEqual(file)
  })
})

test.each<[string, () => Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer>, string]>([
  ['an SVG', () => Buffer.from('<svg onload="alert(1)"/>'), refusals.markup],
  ['a PDF that opens with a password only', () => pdfOf({ userPassword: 'a', ownerPassword: 'b' }), refusals.password],
  ['a PDF that no program can open', () => Buffer.from(`%PDF-1.7\n${'noise '.repeat(5000)}\n%%EOF\n`), refusals.unread],
  [
    'a PDF without the pages that it says it has',
    () =>
      Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1000000/Kids[]>>endobj\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF',
      ),
    refusals.unread,
  ],
  [
    'a Word document with an object in it',
    () => officeOf('docx', [{ name: 'word/embeddings/oleObject1.bin', content: 'x' }]) as Buffer<ArrayBuffer>,
    refusals.linked,
  ],
  [
    'a HEIC that cannot be decoded',
    () => Buffer.from(heicWithPlace).fill(0, heicWithPlace.indexOf('mdat') + 8),
    refusals.unopened,
  ],
])('what is refused is not kept, and its owner reads why: %s', async (_, content, reason) => {
  const file = await checked('Plan\u202efdp.pdf', await content())
  expect(file).toMatchObject({ state: 'refused', reason, name: 'Planfdp.pdf', mediaType: null })
  expect([await storedOf(file.id), await piecesOf(file.id)]).toEqual([null, 0])
})

test('an upload whose file has been checked is told as whole to the page that goes on with it', async () => {
  const { id } = await checked('Site.png', pngWithPlace)
  const cookie = ownershipCookie('', [application.id], site.services).split(';')[0]!
  const state = await fetch(`${site.origin}/api/evidence/uploads/${id}`, { headers: { cookie } })
  expect(await state.json()).toMatchObject({ id, toSend: [] })
})

describe('purging', () => {
  const by = { kind: 'applicant', name: 'applicant' } as const

  test('deletes what a file holds at once, once, and its row says when', async () => {
    const { id } = await checked('Plan.pdf', await pdfOf())
    expect(await purgeFile(site.services, { fileId: id, by })).toBe(true)
    expect(await storedOf(id)).toBeNull()
    expect(await fileOf(id)).toMatchObject({ state: 'purged', purgedAt: expect.any(String) })
    expect(await purgeFile(site.services, { fileId: id, by })).toBe(false)
    const logged = await site.sql`select action, actor_kind, after from audit_log where subject_id = ${id}`
    expect(logged).toMatchObject([
      { action: 'evidence.purged', actor_kind: 'applicant', after: { criterion: 'risk-assessment' } },
    ])
  })

  test('of a file that waits for its check leaves nothing, even if the check has begun', async () => {
    const { id } = await checked('Plan.pdf', await pdfOf())
    await site.sql`update evidence_files set state = 'checking' where id = ${id}`
    await site.sql`
      insert into evidence_uploads (id, application_id, criterion_id, name, bytes, finished_at)
      values (${id}, ${application.id}, 'risk-assessment', 'Plan.pdf', ${pngWithPlace.length}, now())`
    await site.sql`insert into evidence_upload_pieces (upload_id, position, content) values (${id}, 0, ${pngWithPlace})`
    const files = {
      ...site.services.files,
      put: async (...given: Parameters<typeof site.services.files.put>) => {
        await site.services.files.put(...given)
        await purgeFile(site.services, { fileId: id, by })
      },
    }
    await checkEvidenceFile({ fileId: id }, { ...site.services, files })
    expect([await storedOf(id), await piecesOf(id), (await fileOf(id)).state]).toEqual([null, 0, 'purged'])
  })

  test('nothing that another process has checked meanwhile is deleted', async () => {
    const { id } = await checked('Site.png', pngWithPlace)
    await site.sql`update evidence_files set state = 'checking' where id = ${id}`
    await site.sql`
      insert into evidence_uploads (id, application_id, criterion_id, name, bytes, finished_at)
      values (${id}, ${application.id}, 'risk-assessment', 'Site.png', ${pngWithPlace.length}, now())`
    await site.sql`insert into evidence_upload_pieces (upload_id, position, content) values (${id}, 0, ${pngWithPlace})`
    const files = {
      ...site.services.files,
      put: async (...given: Parameters<typeof site.services.files.put>) => {
        await site.services.files.put(...given)
        await site.sql`update evidence_files set state = 'ready' where id = ${id}`
      },
    }
    await checkEvidenceFile({ fileId: id }, { ...site.services, files })
    expect(await storedOf(id)).not.toBeNull()
  })

  test('is done by the queue where the store is away, and nothing that is in use is deleted', async () => {
    const { id } = await checked('Plan.pdf', await pdfOf())
    await deleteStoredFile({ fileId: id }, site.services)
    expect(await storedOf(id)).not.toBeNull()
    const nowhere = { endpoint: 'http://127.0.0.1:1', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's', region: 'r' }
    const files = createFiles({ s3: nowhere }, site.sql)
    expect(await purgeFile({ ...site.services, files }, { fileId: id, by })).toBe(true)
    await until(id, ({ state }) => state === 'purged')
    for (let attempt = 0; (await storedOf(id)) && attempt < 100; attempt++) await Bun.sleep(50)
    expect(await storedOf(id)).toBeNull()
  })
})

test('while the scanner is away a file waits where nobody can read it, and is asked for again', async () => {
  const { id } = await checked('Plan.pdf', await pdfOf())
  await site.sql`update evidence_files set state = 'checking', uploaded_at = now() - interval '10 minutes' where id = ${id}`
  await site.services.files.delete(storeKey(id))
  await site.sql`
    insert into evidence_uploads (id, application_id, criterion_id, name, bytes, finished_at)
    values (${id}, ${application.id}, 'risk-assessment', 'Plan.pdf', ${pngWithPlace.length}, now())`
  await site.sql`insert into evidence_upload_pieces (upload_id, position, content) values (${id}, 0, ${pngWithPlace})`
  await checkEvidenceFile({ fileId: id }, { ...site.services, scanner: createClamav({ host: '127.0.0.1', port: 1 }) })
  expect(await fileOf(id)).toMatchObject({ state: 'checking', reason: expect.stringContaining('cannot reach') })
  expect([await storedOf(id), await piecesOf(id)]).toEqual([null, 1])
  const [job] = await site.sql<{ seconds: number }[]>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where key = ${`evidence ${id}`}`
  expect(job!.seconds).toBeWithin(250, 310)
  expect(site.logged.join()).toContain('scanner unavailable')
  await checkEvidenceFile({ fileId: id }, site.services)
  expect(await fileOf(id)).toMatchObject({ state: 'ready', scan: 'unscanned', reason: '' })
})

test('checks that arrive while one runs and one waits come again', async () => {
  const before =
    await site.sql`select from evidence_files where application_id = ${application.id} and state = 'checking'`
  expect(before).toHaveLength(0)
  const sent = await Promise.all(Array.from({ length: 6 }, (_, at) => send(`Plan ${at}.png`, pngWithPlace)))
  for (const { id } of sent) await until(id, ({ state }) => state === 'ready')
})

describe.skipIf(!clamdProgram)('with ClamAV', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  let scanned: TestSite
  beforeAll(async () => {
    clamd = await startClamd()
    scanned = await openTestSite({ demoData: false, env: { clamav: clamd } })
  }, 90_000)
  afterAll(async () => {
    await scanned?.close()
    await clamd?.stop()
  })

  test('an infected file is refused, deleted and recorded, and a clean one can be read', async () => {
    const theirs = await addApplication(scanned.sql)
    const cookie = ownershipCookie('', [theirs.id], scanned.services).split(';')[0]!
    const sender = { origin: scanned.origin, cookie, applicationId: theirs.id }
    const infected = await sendEvidence(sender, 'eicar.com', Buffer.from(eicar))
    const clean = await sendEvidence(sender, 'Plan.pdf', await pdfOf())
    const states = async () =>
      (await listEvidence(scanned.sql, { applicationId: theirs.id })).map(({ state, scan }) => `${state} ${scan}`)
    for (let attempt = 0; (await states()).join().includes('checking') && attempt < 400; attempt++) await Bun.sleep(50)
    expect(await states()).toEqual(['refused infected', 'ready clean'])
    expect(await scanned.services.files.exists(storeKey(infected.id))).toBe(false)
    expect(await scanned.services.files.exists(storeKey(clean.id))).toBe(true)
    expect(await scanned.sql`select from evidence_upload_pieces`).toHaveLength(0)
    const logged = await scanned.sql`select actor_name, after from audit_log where action = 'evidence.infected'`
    expect(logged).toMatchObject([
      { actor_name: 'check-evidence-file', after: { signature: 'Eicar-Test-Signature.UNOFFICIAL' } },
    ])
  })
})
