import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { fileLimits } from '../rules.ts'
import type { EvidenceFile, UploadState } from '../schema.ts'
import { listEvidence } from './queries.ts'
import { deleteUnfinishedUploads } from './upload.ts'

setDefaultTimeout(60_000)

const megabyte = fileLimits.pieceBytes

let application: AddedApplication
let cookie = ''
const site = await siteOfFile({ demoData: false })
beforeEach(async () => {
  await site.sql`delete from rate_limits where key like 'evidence-kilobytes:%'`
  application = await addApplication(site.sql)
  cookie = cookieOf(application)
})

const cookieOf = ({ id }: { id: string }) => ownershipCookie('', [id], site.services).split(';')[0]!

function ask(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${site.origin}/api/evidence/uploads${path}`, {
    method,
    headers: { cookie, origin: site.origin, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

function begin(given: Record<string, unknown> = {}): Promise<Response> {
  const file = {
    applicationId: application.id,
    criterionId: 'risk-assessment',
    name: 'Risks.pdf',
    bytes: 2.5 * megabyte,
    ...given,
  }
  return ask('POST', '', JSON.stringify(file), { 'content-type': 'application/json' })
}

async function begun(given: Record<string, unknown> = {}): Promise<UploadState> {
  const response = await begin(given)
  expect(response.status).toBe(201)
  return (await response.json()) as UploadState
}

const send = (id: string, position: number, bytes = megabyte, headers: Record<string, string> = {}) =>
  ask('PUT', `/${id}/pieces/${position}`, new Uint8Array(bytes).fill(65 + position), headers)

const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>

test('a file comes in pieces, in any order and twice, is finished once and listed', async () => {
  const { id, ...rest } = await begun()
  expect(rest).toEqual({ pieceBytes: megabyte, received: 0, toSend: [0, 1, 2] })
  expect(await bodyOf(await send(id, 2, megabyte / 2))).toMatchObject({ received: 0, toSend: [0, 1] })
  expect(await bodyOf(await send(id, 0))).toMatchObject({ received: 1, toSend: [1] })
  expect((await send(id, 0)).status).toBe(200)
  const early = await ask('POST', `/${id}/finish`)
  expect([early.status, (await bodyOf(early)).toSend]).toEqual([409, [1]])
  expect(
    await site.sql`select id, name from evidence_uploads where application_id = ${application.id} and finished_at is null`,
  ).toMatchObject([{ id, name: 'Risks.pdf' }])
  expect(await bodyOf(await ask('GET', `/${id}`))).toMatchObject({ received: 1, toSend: [1] })
  expect(await bodyOf(await send(id, 1))).toMatchObject({ received: 3, toSend: [] })

  const finished = await ask('POST', `/${id}/finish`)
  expect(finished.status).toBe(201)
  const file = (await finished.json()) as EvidenceFile
  expect(file).toMatchObject({ id, criterionId: 'risk-assessment', name: 'Risks.pdf', bytes: 2.5 * megabyte })
  expect((await ask('POST', `/${id}/finish`)).status).toBe(200)
  expect(await listEvidence(site.sql, { applicationId: application.id })).toMatchObject([{ id }])
  expect(
    await site.sql`select id, name from evidence_uploads where application_id = ${application.id} and finished_at is null`,
  ).toHaveLength(0)
})

test('what is finished takes no more pieces, and cannot be cancelled', async () => {
  const { id } = await begun({ bytes: 10 })
  expect((await send(id, 0, 10)).status).toBe(200)
  await site.sql`update evidence_uploads set finished_at = now() where id = ${id}`
  expect((await send(id, 0, 10)).status).toBe(409)
  expect((await ask('DELETE', `/${id}`)).status).toBe(409)
})

test('pieces of another size, position or encoding are refused', async () => {
  const { id } = await begun()
  expect((await send(id, 0, megabyte - 1)).status).toBe(409)
  expect((await send(id, 3, 1)).status).toBe(409)
  expect((await send(id, 0, megabyte + 1)).status).toBe(413)
  expect((await send(id, 0, megabyte, { 'content-encoding': 'gzip' })).status).toBe(415)
  expect(await bodyOf(await ask('GET', `/${id}`))).toMatchObject({ received: 0 })
})

test('another browser finds no upload, from another site nothing is taken, and a cancelled one is gone', async () => {
  const { id } = await begun()
  const own = cookie
  for (const other of ['', cookieOf(await addApplication(site.sql))]) {
    cookie = other
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['PUT', `/${id}/pieces/0`],
      ['POST', `/${id}/finish`],
      ['DELETE', `/${id}`],
    ] as const)
      expect((await ask(method, path, method === 'PUT' ? new Uint8Array(megabyte) : undefined)).status).toBe(404)
    expect((await begin()).status).toBe(403)
  }
  cookie = own
  expect((await send(id, 0, megabyte, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send(id, 0)).status).toBe(200)
  expect(await bodyOf(await ask('DELETE', `/${id}`))).toEqual({ id })
  expect((await ask('GET', `/${id}`)).status).toBe(404)
  expect(await site.sql`select from evidence_upload_pieces where upload_id = ${id}`).toHaveLength(0)
})

test.each([
  [{ bytes: 0 }, 'bytes', 'The file is empty'],
  [
    { bytes: fileLimits.fileBytes + 1 },
    'bytes',
    'The file is larger than 20 MB. Send a smaller one, or split it in two',
  ],
  [{ criterionId: 'no-such-thing' }, 'criterionId', 'The assessment does not ask for this'],
  [{ expiresOn: '2020-01-31' }, 'expiresOn', 'This day is over. Send a document that is still valid'],
  [{ expiresOn: '2027-02-30' }, 'expiresOn', 'Enter the day, month and year'],
  [{ criterionId: 'licences' }, 'expiresOn', 'Give the last day of the document, or say that it has none'],
  [
    { criterionId: 'licences', expiresOn: '', noLastDay: false },
    'expiresOn',
    'Give the last day of the document, or say that it has none',
  ],
])('what cannot be sent is refused by its field: %j', async (given, field, message) => {
  const response = await begin(given)
  expect([response.status, (await bodyOf(response)).fields]).toEqual([422, [{ field, message }]])
})

test('a document with a last day, or that is said to have none, is taken where one is asked for', async () => {
  for (const given of [{ expiresOn: '2031-01-31' }, { noLastDay: true }])
    await begun({ criterionId: 'licences', ...given })
})

test('an application has ten uploads on their way and 200 MB, and no more', async () => {
  const bytes = fileLimits.fileBytes
  const ids: string[] = []
  for (let count = 0; count < 10; count++) ids.push((await begun({ bytes })).id)
  expect(await bodyOf(await begin({ bytes: 1 }))).toMatchObject({
    error: expect.stringContaining('already being sent'),
  })
  await ask('DELETE', `/${ids[0]}`)
  await begun({ bytes: 1 })
  await site.sql`delete from evidence_uploads where application_id = ${application.id}`
  const keep = (days: number, state: string, files: number) => site.sql`
    insert into evidence_files (application_id, criterion_id, name, bytes, state, uploaded_at)
    select ${application.id}, 'risk-assessment', 'x.pdf', ${bytes}, ${state}, now() - make_interval(days => ${days})
    from generate_series(1, ${files}::integer)`
  await keep(3, 'checking', 9)
  await begun({ bytes })
  const full = await begin({ bytes: 1 })
  expect([full.status, (await bodyOf(full)).error]).toEqual([
    409,
    expect.stringContaining('the application would have'),
  ])
  await site.sql`delete from evidence_files where application_id = ${application.id}`
  await keep(0, 'refused', 9)
  const often = await begin({ bytes })
  expect([often.status, (await bodyOf(often)).error]).toEqual([409, expect.stringContaining('in a day')])
})

test('six pieces of a visitor arrive at the same time; another one is asked to come again', async () => {
  const { id } = await begun({ bytes: fileLimits.fileBytes })
  const sockets: Socket[] = []
  let last = await send(id, 19)
  while (last.status === 200 && sockets.length < 40) {
    sockets.push(halfAPiece(id, 0))
    await Bun.sleep(10)
    last = await send(id, 19)
  }
  expect([last.status, last.headers.get('retry-after')]).toEqual([503, '2'])
  expect(sockets.length).toBeGreaterThanOrEqual(6)
  for (const socket of sockets) socket.destroy()
  for (let attempt = 0; last.status !== 200 && attempt < 200; attempt++) {
    await Bun.sleep(25)
    last = await send(id, 19)
  }
  expect(last.status).toBe(200)
})

/** Announces a piece, sends half of it, and waits. */
function halfAPiece(id: string, position: number): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(site.origin).port) })
  socket.on('error', () => {})
  const head = [
    `PUT /api/evidence/uploads/${id}/pieces/${position} HTTP/1.1`,
    `Host: ${new URL(site.origin).host}`,
    `Origin: ${site.origin}`,
    `Cookie: ${cookie}`,
    `Content-Length: ${megabyte}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(megabyte / 2))
  return socket
}

test('what is not finished in a day is deleted', async () => {
  const old = await begun({ bytes: 10 })
  await send(old.id, 0, 10)
  const young = await begun({ bytes: 10 })
  await site.sql`update evidence_uploads set begun_at = now() - interval '25 hours' where id = ${old.id}`
  await deleteUnfinishedUploads({}, site.services)
  expect((await ask('GET', `/${old.id}`)).status).toBe(404)
  expect((await ask('GET', `/${young.id}`)).status).toBe(200)
})

test('what one network and one mailbox send in a day is limited, however many applications they make', async () => {
  const fill = async (kilobytes: number) =>
    void (await site.sql`update rate_limits set count = ${kilobytes} where key like 'evidence-kilobytes:%'`)
  const tooMuch = async () => {
    const refused = await begin({ bytes: 2 * megabyte })
    return [refused.status, (await bodyOf(refused)).error]
  }
  const refused = [409, expect.stringContaining('more than 400 MB in a day')]
  await begun({ bytes: 100 })
  const counters = () => site.sql<{ key: string }[]>`select key from rate_limits where key like 'evidence-kilobytes:%'`
  const first = (await counters()).map(({ key }) => key)
  expect(first).toHaveLength(2)
  await fill(400 * 1024 - 1024)
  expect(await tooMuch()).toEqual(refused)
  // From the same network for another mailbox.
  application = await addApplication(site.sql)
  cookie = cookieOf(application)
  expect(await tooMuch()).toEqual(refused)
  // For a mailbox whose address has another spelling, from another network.
  const [one, other] = await Promise.all(
    ['robin+one@example.org', 'robin+two@example.org'].map((email) =>
      addApplication(site.sql, { organisation: { email } }),
    ),
  )
  await site.sql`delete from rate_limits where key like 'evidence-kilobytes:%'`
  application = one!
  cookie = cookieOf(one!)
  await begun({ bytes: 100 })
  const mailbox = (await counters()).map(({ key }) => key).filter((key) => !first.includes(key))
  expect(mailbox).toHaveLength(1)
  await site.sql`update rate_limits set count = ${400 * 1024} where key = ${mailbox[0]!}`
  application = other!
  cookie = cookieOf(other!)
  expect(await tooMuch()).toEqual(refused)
})

test('below the floor of free space no document is taken, and the page says so', async () => {
  const { env } = site.services
  const given = { ...env }
  try {
    // Of the space that documents may take, or on the disk.
    for (const more of [
      { documentsMaxGb: 1, documentsFreeGb: 1 },
      { documentsFreeGb: 1_000_000, documentsMaxGb: 2_000_000, databaseUrl: '', dataFolder: '/tmp' },
    ]) {
      Object.assign(env, given, more)
      const refused = await begin({ bytes: 2 * megabyte })
      expect([refused.status, (await bodyOf(refused)).error]).toEqual([409, expect.stringContaining('nearly full')])
    }
    Object.assign(env, given, { documentsMaxGb: 2, documentsFreeGb: 1 })
    expect((await begin({ bytes: 2 * megabyte })).status).toBe(201)
  } finally {
    Object.assign(env, given)
  }
})
