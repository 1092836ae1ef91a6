import { beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { siteOfFile } from '#test/of-file.ts'
import { linesOfCsv, linesOfFile } from './read-list-file.ts'
import { linesOf, linesOfRows } from './rules.ts'

const site = await siteOfFile()
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

async function check(list: string, file?: Blob) {
  const body = new FormData()
  body.set('intent', 'checkMany')
  body.set('list', list)
  body.set('file', file ?? new Blob([]), 'list.csv')
  return await fetch(`${site.origin}/verify`, { method: 'POST', body, headers: { origin: site.origin } })
}

/** The rows of the answer without markup: 'asked | answer | entry'. */
async function answers(list: string, file?: Blob): Promise<string[]> {
  const page = await (await check(list, file)).text()
  const table = /<tbody[\s\S]*?<\/tbody>/.exec(page)?.[0] ?? ''
  return [...table.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell]) => cell!.replace(/<[^>]*>/g, '')).join(' | '),
  )
}

test('a table says of each name, number or link what the register says of it', async () => {
  const [active, lapsed, revoked] = await Promise.all(
    ['active', 'lapsed', 'revoked'].map(async (status) => {
      const [row] = await site.sql<{ number: string; slug: string; title: string }[]>`
        select number, slug, title from register_entries where status = ${status} order by number limit 1`
      return row!
    }),
  )
  const spoken = active!.number.toLowerCase().replaceAll('-', ' ')
  const rows = await answers(
    [
      active!.title.toUpperCase(),
      spoken,
      `${site.origin}/events/${active!.slug}`,
      lapsed!.number,
      `  ${revoked!.number}  `,
      'Nothing of the Kind',
      'https://elsewhere.example/verify/1',
    ].join('\r\n'),
  )
  expect(rows).toHaveLength(7)
  for (const row of rows.slice(0, 3)) {
    expect(row).toContain('| Accredited: ')
    expect(row).toContain(', until ')
    expect(row).toContain(active!.number)
  }
  expect(rows[3]).toContain('| Lapsed | ')
  expect(rows[4]).toContain('| Revoked | ')
  expect(rows[5]).toBe('Nothing of the Kind | Not found | Search the register')
  expect(rows[6]).toContain('| A link to another site |')
  const page = await (await check([active!.number, lapsed!.number, 'Nothing of the Kind'].join('\n'))).text()
  expect(page).toContain('3 checked: 1 accredited, 1 not accredited, 1 not found')
})

test('several editions of one name, and part of a name, are there to choose from', async () => {
  const [one] = await site.sql<{ id: string; title: string }[]>`
    select id, title from register_entries where status = 'active' order by number offset 3 limit 1`
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on, venue, city)
    values ('TEST-2026-AAAAAA', 'another-edition', 'active', now(), ${one!.title}, 'O', 'Food & Drink', 'culture', '2028-05-05', 'V', 'Bath')`
  const [row] = await answers(one!.title)
  expect(row).toStartWith(
    `${one!.title.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')} | More than one possible match:`,
  )
  expect(row).toContain('TEST-2026-AAAAAA')
  expect((await answers('nother edit'))[0]).toContain('| Not found |')
  expect((await answers('TEST-2O26-AAAAAA'))[0]).toContain('| No exact match. Did you mean: |')
  await site.sql`update register_entries set title = 'O''Hara''s Fair' where slug = 'another-edition'`
  for (const name of ['O’Hara', "o'haras fa", 'oharas'])
    expect((await answers(name))[0]).toStartWith(`${name.replaceAll("'", '&#x27;')} | No exact match. Did you mean: |`)
  await site.sql`delete from register_entries where slug = 'another-edition'`
})

test('the answer is downloaded as CSV with its time and the state of the log, and formulas stay text', async () => {
  const page = await (await check('=HYPERLINK("https://elsewhere.example")\n@SUM(1)')).text()
  const [, encoded] = /href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(page) ?? []
  const csv = decodeURIComponent(encoded!.replaceAll('&#x27;', "'"))
  const [head, first, second] = csv.split('\r\n')
  expect(head).toBe(
    '\uFEFFAsked,Answer,Number,Event,Date,City,Valid until (UTC),Link,Answered at (UTC),Public log,Entries of the log,Root of the log,Checkpoint of the log',
  )
  expect(first).toStartWith(`"'=HYPERLINK(`)
  expect(second).toStartWith(`'@SUM(1),Not found`)
  expect(csv).toMatch(/Not found,,,,,,,20\d\d-\d\d-\d\dT[\d:.]+Z,/)
})

test('the download holds the checkpoint that it was answered from, with the signatures of witnesses', async () => {
  const root = Buffer.alloc(32).toString('base64')
  const note = `test.example/log\n7\n${root}\n\n— test.example/log AAAAAAAA\n`
  await site.sql`
    insert into signing_keys (purpose, name, public_key, private_key, created_at)
    values ('log', 'test.example/log', ${Buffer.alloc(32)}, '', now())`
  await site.sql`
    insert into log_checkpoints (origin, size, note, signed_at, cosignatures)
    values ('test.example/log', 7, ${note}, now(), ${'— council.example AAAAAAAA\n'})`
  const rowsOf = async (response: Response) => {
    const [, encoded] = /href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(await response.text()) ?? []
    return parse(decodeURIComponent(encoded!.replaceAll('&#x27;', "'")), { columns: true, bom: true }) as Row[]
  }
  const rows = await rowsOf(await check('Nothing of it\nNor of this'))
  expect(rows.map((row) => [row['Entries of the log'], row['Root of the log']])).toEqual(Array(2).fill(['7', root]))
  expect(rows.map((row) => row['Checkpoint of the log'])).toEqual([`${note}— council.example AAAAAAAA\n`, ''])

  // What is signed while the register is being asked is not in the answers, so they do not name it.
  const asking = await site.sql.begin(async (tx) => {
    await tx`lock table register_entries in access exclusive mode`
    const answered = check('Nothing of it')
    for (let waiting = 0; waiting === 0; await Bun.sleep(20)) {
      const [row] = await tx<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_locks where relation = 'register_entries'::regclass and not granted`
      waiting = row!.waiting
    }
    await tx`
      insert into log_checkpoints (origin, size, note, signed_at)
      values ('test.example/log', 8, ${note.replace('\n7\n', '\n8\n')}, now())`
    return { answered }
  })
  expect((await rowsOf(await asking.answered))[0]!['Entries of the log']).toBe('7')
  expect((await rowsOf(await check('Nothing of it')))[0]!['Entries of the log']).toBe('8')
})
type Row = Record<string, string>

test('too much, nothing, or what is no list is refused in words, and what was typed stays', async () => {
  const many = Array.from({ length: 501 }, (_, index) => `Event ${index}`).join('\n')
  const refused = await check(many)
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Check at most 500 at a time. Your list has 501.')
  expect(page).toContain('Event 499')
  expect(await (await check('  \n ')).text()).toContain('Paste at least one name, number or link, or choose a file.')
  expect(await (await check('x'.repeat(301))).text()).toContain('Line 1 is longer than 300 characters.')
  expect(await (await check('', new Blob([new Uint8Array([0xff, 0xfe, 0])]))).text()).toContain('not a CSV file')
  expect(await (await check('', new Blob(['a\n'.repeat(140_000)]))).text()).toContain('at most 256 KB')
  for (let count = 0; count < 10; count++) await check('a name')
  const often = await check('a name')
  expect([often.status, often.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
})

test('without a script a CSV file is read by the site', async () => {
  const [entry] = await site.sql<{ number: string; title: string }[]>`
    select number, title from register_entries where status = 'active' order by number limit 1`
  const rows = await answers('', new Blob([`Town;Event name;Certificate number\r\nBath;"x; y";${entry!.number}\r\n`]))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain('| Accredited: ')
})

test('a file is read by its headings, or by its first column', async () => {
  expect(
    linesOfRows([
      ['a', 'b'],
      ['c', 1],
      [null, 'x'],
    ]),
  ).toEqual(['a', 'c'])
  expect(
    linesOfRows([
      ['Town', 'Event'],
      ['Bath', 'Fair\n2027'],
      ['Bath', 'Fair 2027'],
    ]),
  ).toEqual(['Fair 2027'])
  expect(linesOf('a\r\n\r\n b \na')).toEqual(['a', 'b'])
  expect(linesOfCsv(new TextEncoder().encode('\uFEFFlink,name\nhttps://a.example,"A, B"'))).toEqual([
    'https://a.example',
  ])
  const workbook = Bun.file(join(import.meta.dir, 'list.fixture.xlsx'))
  const file = (bytes: BlobPart) => new File([bytes], 'list.xlsx')
  expect(await linesOfFile(file(await workbook.arrayBuffer()))).toEqual(['DEMO-2026-000001', 'DEMO-2026-000002'])
  expect(await linesOfFile(file(new Uint8Array([0x50, 0x4b, 3, 4, 0])))).toBeNull()
})
