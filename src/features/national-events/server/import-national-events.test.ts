import { beforeEach, expect, test } from 'bun:test'
import { databaseOfFile } from '#test/of-file.ts'
import { importNationalEvents } from './import-national-events.ts'

const database = await databaseOfFile()
beforeEach(async () => {
  await database.sql`delete from national_events`
})

const header = 'title,date,time,venue,city,category,organiser,description'

test('a row becomes an event, and no mark comes with it', async () => {
  const { summary } = await bring(
    `${header}\nTarn Fair,2027-05-01,10:30,Tarn Hall,Leeds,culture,Tarn Trust,Stalls and music\n`,
  )
  expect(summary).toMatchObject({ read: 1, added: 1, updated: 0, unchanged: 0, repeated: 0, refused: 0 })
  expect(await stored()).toEqual([
    {
      title: 'Tarn Fair',
      starts_on: '2027-05-01',
      starts_at: '10:30',
      venue: 'Tarn Hall',
      city: 'Leeds',
      category: 'culture',
      organiser: 'Tarn Trust',
      description: 'Stalls and music',
      featured: false,
      accredited: false,
    },
  ])
})

test('a second run changes nothing, whatever the case and accents of the name', async () => {
  await bring(`${header}\nCafé Fair,2027-05-01,,Tarn Hall,Leeds,culture,,\n`)
  const [before] = await database.sql`select id, updated_at from national_events`
  expect((await bring(`${header}\nCafé Fair,2027-05-01,,Tarn Hall,Leeds,culture,,\n`)).summary).toMatchObject({
    added: 0,
    unchanged: 1,
  })
  expect((await database.sql`select id, updated_at from national_events`)[0]).toEqual(before)
  expect((await bring(`${header}\nCAFE FAIR,2027-05-01,,tarn hall,Leeds,culture,,\n`)).summary).toMatchObject({
    added: 0,
    updated: 1,
  })
})

test('a changed text replaces the old one; a mark that the admin area has set stays', async () => {
  await bring(`${header}\nTarn Fair,2027-05-01,10:00,Tarn Hall,Leeds,culture,Tarn Trust,Stalls\n`)
  await database.sql`update national_events set featured = true, accredited = true`
  expect(
    (await bring(`${header}\nTarn Fair,2027-05-01,,Tarn Hall,York,culture,Tarn Trust,Music\n`)).summary,
  ).toMatchObject({ updated: 1 })
  expect(await stored()).toMatchObject([
    { city: 'York', description: 'Music', starts_at: null, featured: true, accredited: true },
  ])
})

test('a column that the file does not have leaves what is stored', async () => {
  await bring(`${header}\nTarn Fair,2027-05-01,10:00,Tarn Hall,Leeds,culture,Tarn Trust,Stalls\n`)
  expect((await bring('city,venue,date,title\nYork,Tarn Hall,2027-05-01,Tarn Fair\n')).summary).toMatchObject({
    updated: 1,
  })
  expect(await stored()).toMatchObject([
    { city: 'York', starts_at: '10:00', description: 'Stalls', organiser: 'Tarn Trust' },
  ])
})

test('a row that names an earlier one again counts once, and the last one holds, across batches too', async () => {
  const many = Array.from({ length: 1500 }, (_, index) => `Fair ${index},2027-05-01,,Hall,Leeds,culture,,`)
  const file = [header, ...many, 'Fair 3,2027-05-01,,Hall,York,culture,,'].join('\n')
  expect((await bring(file)).summary).toMatchObject({ read: 1501, added: 1500, repeated: 1 })
  expect((await bring(file)).summary).toMatchObject({ added: 0, updated: 0, unchanged: 1500, repeated: 1 })
  expect(await database.sql`select city from national_events where title = 'Fair 3'`).toMatchObject([{ city: 'York' }])
})

test('bad rows are told by line and reason, and the others come in', async () => {
  const { summary, refused } = await bring(
    [
      header,
      'Good,2027-05-01,10:00,,,,,',
      ',2027-05-01,,,,,,',
      'Bad day,2027-02-30,,,,,,',
      'Bad time,2027-05-01,25:00,,,,,',
      '"Two\nlines","1 May",9am,,,,,',
      'Too few cells,2027-05-01',
      `${'x'.repeat(301)},,,,,,,`,
      'Also good,,,,,,,',
    ].join('\r\n'),
  )
  expect(refused).toEqual([
    [3, 'title is missing'],
    [4, 'date is not a day as YYYY-MM-DD'],
    [5, 'time is not a time as HH:MM'],
    [6, 'title holds a line break or control character; date is not a day as YYYY-MM-DD; time is not a time as HH:MM'],
    [8, 'has 2 cells where the header has 8'],
    [9, 'title use at most 300 characters'],
  ])
  expect(summary).toMatchObject({ read: 8, added: 2, refused: 6 })
})

test('lines are counted as an editor counts them, over empty ones and quoted line breaks', async () => {
  const { refused } = await bring(
    'title,description\r\n\r\n\r\nGood,"a\r\nb\nc"\r\n,no title\r\n"","over\r\ntwo"\r\n\r\n,last\r\n',
  )
  expect(refused.map(([line]) => line)).toEqual([7, 8, 11])
})

test('byte order mark, CRLF, quoted line breaks and stray quotes are read as they are meant', async () => {
  const file = `\ufefftitle,description\r\n"The ""Great"" Fair","First line\r\nsecond line"\r\n\r\nThe 12" Record Fair,Vinyl\r\n`
  expect((await bring(file)).summary).toMatchObject({ read: 2, added: 2, refused: 0 })
  expect((await stored()).map(({ title, description }) => [title, description])).toEqual([
    ['The "Great" Fair', 'First line\nsecond line'],
    ['The 12" Record Fair', 'Vinyl'],
  ])
})

test('letters that are split between two pieces of the file stay whole', async () => {
  const bytes = new TextEncoder().encode('title\nFête of the Cŵn\n')
  async function* oneByOne() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  await importNationalEvents(database.sql, oneByOne(), by, silent)
  expect(await stored()).toMatchObject([{ title: 'Fête of the Cŵn' }])
})

test('columns without a meaning are named', async () => {
  const { ignored } = await bring('Title,Accredited,Organizer\nTarn Fair,true,Tarn Trust\n')
  expect(ignored).toEqual(['Accredited'])
  expect(await stored()).toMatchObject([{ title: 'Tarn Fair', organiser: 'Tarn Trust', accredited: false }])
})

const wrongFiles: [string, string | Uint8Array, RegExp][] = [
  ['nothing', '', /empty/],
  ['other columns', 'name,when\nTarn Fair,2027\n', /no column "title"/],
  ['semicolons', 'title;date\nTarn Fair;2027-05-01\n', /separated by ";"/],
  ['a column twice', 'title,date,Title\na,,b\n', /"title" twice/],
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), /workbook/],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x74, 0), /not in UTF-8/],
  ['Latin-1', Uint8Array.from('title\nCaf\xe9 Fair\n', (letter) => letter.charCodeAt(0)), /not in UTF-8/],
  ['binary', Uint8Array.of(0x89, 0, 1), /not text/],
  ['an open quotation mark', 'title\nGood\n"Tarn Fair\nLast\n', /opens after line \d is never closed/],
  ['an endless row', `title\n"${'x'.repeat(70_000)}`, /longer than 64 KB/],
]
test.each(wrongFiles)('a wrong file (%s) is told as such and changes nothing', async (_, file, message) => {
  const outcome = await importNationalEvents(database.sql, chunks(file), by, silent)
  expect(outcome).toMatchObject({ kind: 'wrong-file', message: expect.stringMatching(message) })
  expect(await stored()).toEqual([])
})

test('who brought a file in stands in the log with what came of it; a file that was not taken does not', async () => {
  const mine = { actor: by.actor, id: `log-${crypto.randomUUID()}.csv` }
  await importNationalEvents(database.sql, chunks('title\nLogged Fair\n\n"a\nb"\n'), mine, silent)
  await importNationalEvents(database.sql, chunks('name\nLogged Fair\n'), mine, silent)
  const logged =
    await database.sql`select actor_kind, actor_name, action, after from audit_log where subject_id = ${mine.id}`
  expect(logged.map((row) => ({ ...row }))).toEqual([
    {
      actor_kind: 'command',
      actor_name: 'import:national-events',
      action: 'national-import.imported',
      after: { read: 2, added: 1, updated: 0, unchanged: 0, repeated: 0, refused: 1 },
    },
  ])
})

test('a trouble in the middle leaves everything as it was', async () => {
  async function* broken() {
    yield new TextEncoder().encode(`title\n${Array.from({ length: 1200 }, (_, index) => `Fair ${index}`).join('\n')}\n`)
    throw new Error('disk')
  }
  await expect(importNationalEvents(database.sql, broken(), by, silent)).rejects.toThrow('disk')
  expect(await stored()).toEqual([])
})

test('the kept counts are those of the table', async () => {
  await bring('title,category,city\nA,sports,Ely\nB,sports,Ely\nC,culture,\n')
  await bring('title,category,city\nA,culture,YORK\n')
  const counts =
    await database.sql`select category, events from national_event_counts where events <> 0 order by category`
  expect(counts.map(({ category, events }) => [category, events])).toEqual([
    ['culture', 2],
    ['sports', 1],
  ])
  const cities = () => database.sql`select key, events from national_event_cities where events <> 0 order by key`
  expect((await cities()).map(({ key, events }) => [key, events])).toEqual([
    ['ely', 1],
    ['york', 1],
  ])
  await database.sql`delete from national_events where title = 'A'`
  expect((await cities()).map(({ key }) => key)).toEqual(['ely'])
})

const by = { actor: { kind: 'command' as const, name: 'import:national-events' }, id: 'events.csv' }
const silent = { refused: () => {}, ignored: () => {}, progress: () => {} }

async function* chunks(file: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  for (let from = 0; from < bytes.length; from += 100) yield bytes.subarray(from, from + 100)
}

async function bring(file: string) {
  const refused: [number, string][] = []
  const ignored: string[] = []
  const outcome = await importNationalEvents(database.sql, chunks(file), by, {
    refused: (line, reason) => refused.push([line, reason]),
    ignored: (columns) => ignored.push(...columns),
    progress: () => {},
  })
  if (outcome.kind !== 'imported') throw new Error(outcome.message)
  return { summary: outcome.summary, refused, ignored }
}

async function stored(): Promise<Record<string, unknown>[]> {
  const rows = await database.sql`
    select title, starts_on, starts_at, venue, city, category, organiser, description, featured, accredited
    from national_events order by title`
  return [...rows]
}
