import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'
import { pieceCharacters, piecesOf } from './rules.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, cookie, ...headers },
    body,
  })
const get = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
function upload(content: BlobPart): Promise<Response> {
  const form = new FormData()
  form.set('file', new File([content], 'events.csv', { type: 'text/csv' }))
  return send('/admin/national-events', form)
}
const stateOf = async (id: string) => (await site.sql`select * from national_imports where id = ${id}`)[0]!

test('a file is checked row by row, confirmed, imported, and the second confirmation is refused', async () => {
  const csv =
    'title,date,city,colour\nHarvest Fair,2027-09-18,Ripon,green\n,2027-09-19,Ripon,\nBad Day,2027-13-01,Ripon,\n'
  const taken = await upload(csv)
  expect(taken.status).toBe(303)
  const path = taken.headers.get('location')!
  const id = path.split('import=')[1]!
  await until(async () => (await stateOf(id)).state === 'checked')
  const preview = await get(path)
  expect(preview).toContain('title is missing')
  expect(preview).toContain('date is not a day as YYYY-MM-DD')
  expect(preview).toContain('colour')
  expect(preview).toContain('Import <!-- -->1<!-- --> <!-- -->row')
  expect(await site.sql`select from national_events where title = 'Harvest Fair'`).toHaveLength(0)
  const confirm = () => send(path, new URLSearchParams({ intent: 'confirm', import: id }))
  expect((await confirm()).status).toBe(303)
  await until(async () => (await stateOf(id)).state === 'done')
  expect((await stateOf(id)).summary).toMatchObject({ read: 3, added: 1, refused: 2 })
  expect(await site.sql`select from national_events where title = 'Harvest Fair'`).toHaveLength(1)
  expect((await confirm()).status).toBe(409)
  expect(await site.sql`select from national_import_pieces where import_id = ${id}`).toHaveLength(0)
  const actions = await site.sql`select action, actor_kind from audit_log where subject_id = ${id} order by id`
  expect(actions.map(({ action, actor_kind }) => `${actor_kind} ${action}`)).toEqual([
    'person national-import.confirmed',
    'job national-import.imported',
  ])
})

test('files that are none of ours are refused in plain words', async () => {
  expect(await (await upload('')).text()).toContain('Choose a CSV file')
  expect(await (await upload(new Uint8Array([0x74, 0xff, 0xfe]))).text()).toContain('not in UTF-8')
  for (const [content, sentence] of [
    ['name;day\nFair;2027-01-01\n', 'separate them by commas'],
    ['PK\u0003\u0004 workbook', 'not a CSV file'],
    ['title\nA\u0000B\n', 'not text'],
  ] as const) {
    const path = (await upload(content)).headers.get('location')!
    await until(async () => (await stateOf(path.split('import=')[1]!)).state === 'failed')
    expect(await get(path)).toContain(sentence)
  }
  expect(
    (await send('/admin/national-events', 'x', { 'content-type': 'multipart/form-data; boundary=y' })).status,
  ).toBe(400)
})

test('a file in pieces is put together in order, whatever order they come in, and checked once', async () => {
  const json = { 'content-type': 'application/json' }
  const begun = await send('/api/admin/national-imports', JSON.stringify({ fileName: 'long.csv', pieces: 3 }), json)
  const { id } = (await begun.json()) as { id: string }
  const piece = (position: number, text: string) => send(`/api/admin/national-imports/${id}/pieces/${position}`, text)
  expect((await piece(2, 'y\nThird Fair,2027-01-03,York\n')).status).toBe(200)
  expect((await piece(0, 'title,date,city\nFirst ')).status).toBe(200)
  expect((await piece(3, 'more')).status).toBe(409)
  expect((await piece(1, 'x'.repeat(pieceCharacters + 1))).status).toBe(413)
  const last = await piece(1, 'Fair,2027-01-01,York\nSecond Fair,2027-01-02,Selb')
  expect(await last.json()).toEqual({ taken: 1, complete: true })
  await until(async () => (await stateOf(id)).state === 'checked')
  expect((await stateOf(id)).found).toMatchObject({ rows: 3, refused: 0 })
  expect((await piece(1, 'too late')).status).toBe(409)
  expect((await send('/api/admin/national-imports', JSON.stringify({ fileName: 'x', pieces: 401 }), json)).status).toBe(
    422,
  )
})

test('while a long file is checked, how far it has come is noted', async () => {
  const rows = Array.from({ length: 2100 }, (_, index) => `Fair ${index},2027-01-01,York`)
  const path = (await upload(`title,date,city\n${rows.join('\n')}\n`)).headers.get('location')!
  const id = path.split('import=')[1]!
  await until(async () => (await stateOf(id)).state === 'checked')
  expect((await stateOf(id)).rows_read).toBe(2000)
})

test('pieces part no character', () => {
  const text = `${'a'.repeat(pieceCharacters - 1)}😀${'b'.repeat(10)}`
  const pieces = piecesOf(text)
  expect(pieces.join('')).toBe(text)
  expect(pieces).toHaveLength(2)
  expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= pieceCharacters)).toBe(true)
  expect(piecesOf('')).toEqual([''])
})
