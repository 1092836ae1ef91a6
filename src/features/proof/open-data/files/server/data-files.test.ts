import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { keptDays } from '../datasets.ts'
import { makeDataFiles, makeFirstFiles } from './make-data-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'data-files-'))
let site: TestSite
let runner: LogRunner
let moment = new Date('2026-11-22T02:00:00Z')
beforeAll(async () => {
  site = await openTestSite({ now: () => moment })
  const secret = 'a-secret-of-thirty-two-characters'
  const place = { origin: 'test.example/log', file: join(folder, 'kept'), isDemonstration: false }
  runner = runLog({ sql: site.sql, log: site.services.log, now: () => new Date(), secret, ...place })
  await site.sql`
    update register_entries set title = '=cmd|'' /C calc''!A0, "quoted"' where id = (select id from register_entries order by number limit 1)`
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
})
afterAll(async () => {
  await runner.stop()
  await site.close()
  rmSync(folder, { recursive: true })
})

/** How Frictionless' Table Schema has a field written, by its type and format: the default of a time has seconds. */
const written: Record<string, RegExp> = {
  'string default': /^/,
  'boolean default': /^(true|True|TRUE|1|false|False|FALSE|0)$/,
  'date default': /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  'time default': /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  'time %H:%M': /^([01]\d|2[0-3]):[0-5]\d$/,
  'datetime default': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  'datetime %Y-%m-%dT%H:%M:%S.%fZ': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$/,
}

const make = (tries?: number) => makeDataFiles({}, site.services, undefined, tries ? { tries } : {})
const get = (path: string, headers: Record<string, string> = {}) => site.get(`/data${path}`, headers)
type Package = {
  licenses: { name: string; title: string }[]
  publicLog: { size: number; checkpoint: string; exact: boolean }
  resources: {
    path: string
    bytes: number
    rows: number
    hash: string
    profile: string
    schema: {
      fields: { name: string; type: string; format?: string; constraints?: { required?: boolean; enum?: string[] } }[]
    }
  }[]
}

test('two processes make the files of a day once, and each is what its description says', async () => {
  expect(await (await get('')).text()).toContain('The first files are made within a few minutes')
  const waiting = () => site.sql`select from graphile_worker.jobs where key = 'first-data-files'`
  // By the clock of the queue: due later, it is not taken meanwhile.
  await makeFirstFiles({ ...site.services, now: () => new Date() })
  expect(await waiting()).toHaveLength(1)
  await site.sql`select graphile_worker.remove_job('first-data-files')`
  await Promise.all([make(), make()])
  await make()
  await makeFirstFiles(site.services)
  expect(await waiting()).toHaveLength(0)
  const rows = await site.sql`select name from data_files order by name`
  expect(rows.map(({ name }) => name)).toEqual([
    'national-events.csv',
    'national-events.ndjson',
    'register.csv',
    'register.ndjson',
  ])
  const described = await get('/2026-11-22/datapackage.json')
  expect(described.headers.get('cache-control')).toContain('immutable')
  const { resources, licenses, publicLog } = (await described.json()) as Package
  expect(licenses[0]).toMatchObject({ name: 'OGL-UK-3.0', title: 'Open Government Licence v3.0' })
  const [log] = await site.sql<{ size: number; note: string }[]>`
    select size, note from log_checkpoints order by size desc limit 1`
  expect(publicLog).toMatchObject({ size: log!.size, checkpoint: log!.note, exact: true })
  const page = await (await get('')).text()
  for (const { path, bytes, hash, rows: count, schema, profile } of resources) {
    // Tables of the specification are CSV.
    expect([path, profile]).toEqual([path, path.endsWith('.csv') ? 'tabular-data-resource' : 'data-resource'])
    for (const encoding of ['gzip', 'identity']) {
      const content = await (await get(`/2026-11-22/${path}`, { 'accept-encoding': encoding })).bytes()
      expect(content.length).toBe(bytes)
      expect(`sha256:${createHash('sha256').update(content).digest('hex')}`).toBe(hash)
      if (encoding === 'gzip') continue
      const text = new TextDecoder().decode(content)
      const records: Record<string, unknown>[] = path.endsWith('.csv')
        ? parse(text, { columns: true, bom: true })
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line))
      expect(records).toHaveLength(count)
      expect(Object.keys(records[0]!)).toEqual(schema.fields.map(({ name }) => name))
      for (const { name, type, format = 'default', constraints } of schema.fields) {
        const values = records.map((record) => record[name])
        const wrong = values.filter(
          (value) => value !== '' && value !== null && !written[`${type} ${format}`]!.test(String(value)),
        )
        expect({ path, name, wrong }).toEqual({ path, name, wrong: [] })
        if (constraints?.required) expect(values.filter((value) => value === '' || value === null)).toEqual([])
        if (constraints?.enum)
          expect(constraints.enum).toEqual(expect.arrayContaining([...new Set(values)] as string[]))
      }
    }
    expect(page).toContain(hash.slice('sha256:'.length))
  }
})

/** How CSV on the Web has a cell written, by its datatype and format (Metadata Vocabulary for Tabular Data, 6.4). */
const csvwWritten = {
  string: /^/,
  boolean: /^(true|false|1|0)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  'time HH:mm': /^([01]\d|2[0-3]):[0-5]\d$/,
}

test('each CSV file links to its description as CSV on the Web, and is as that describes it', async () => {
  for (const name of ['register', 'national-events']) {
    const file = await get(`/2026-11-22/${name}.csv`)
    const [, address] =
      /^<([^>]+)>; rel="describedby"; type="application\/csvm\+json"$/.exec(file.headers.get('link')!) ?? []
    // Also where a reader looks without the header.
    expect(address).toBe(`/data/2026-11-22/${name}.csv-metadata.json`)
    const described = await site.get(address!)
    expect(described.headers.get('content-type')).toBe('application/csvm+json')
    const { url, tableSchema, ...about } = (await described.json()) as CsvwTable
    expect(new URL(url, site.origin + address).pathname).toBe(`/data/2026-11-22/${name}.csv`)
    expect([about['@context'][0], about['dc:license']['@id']]).toEqual([
      'http://www.w3.org/ns/csvw',
      site.services.brand.dataLicenceUrl,
    ])
    const [head, ...rows] = parse(await file.text(), { bom: true }) as string[][]
    expect(head!).toEqual(tableSchema.columns.map(({ titles }) => titles))
    expect(head).toContain(tableSchema.primaryKey)
    expect(new Set(rows.map((row) => row[head!.indexOf(tableSchema.primaryKey)])).size).toBe(rows.length)
    for (const [at, { name, datatype, required }] of tableSchema.columns.entries()) {
      const { base, format } = typeof datatype === 'string' ? { base: datatype, format: undefined } : datatype
      const isWritten =
        base === 'string' && format
          ? new RegExp(`^(${format})$`)
          : csvwWritten[[base, format].filter(Boolean).join(' ') as keyof typeof csvwWritten]
      const wrong = rows.map((row) => row[at]!).filter((cell) => (cell === '' ? required : !isWritten.test(cell)))
      expect({ name, wrong }).toEqual({ name, wrong: [] })
    }
  }
  expect((await get('/2026-11-22/register.ndjson-metadata.json')).status).toBe(404)
  expect((await get('/2026-11-22/orders.csv-metadata.json')).status).toBe(404)
})

type CsvwTable = {
  '@context': string[]
  url: string
  'dc:license': { '@id': string }
  tableSchema: {
    columns: { name: string; titles: string; datatype: string | { base: string; format: string }; required?: boolean }[]
    primaryKey: string
  }
}

test('cells cannot run as formulas, and nothing personal is in the files', async () => {
  const text = await (await get('/2026-11-22/register.csv')).text()
  const titles = (parse(text, { columns: true, bom: true }) as { title: string }[]).map(({ title }) => title)
  expect(titles).toContain(`'=cmd|' /C calc'!A0, "quoted"`)
  const lines = await (await get('/2026-11-22/register.ndjson')).text()
  expect(lines).toContain('"title":"=cmd')
  expect(text + lines).not.toMatch(/[\w.]+@[\w.]+\.[a-z]{2,}/)
})

test('addresses are stable and cacheable: a day for ever, the latest by a redirect', async () => {
  const latest = await get('/latest/register.csv')
  expect([latest.status, latest.headers.get('location'), latest.headers.get('cache-control')]).toEqual([
    302,
    '/data/2026-11-22/register.csv',
    'public, max-age=300, s-maxage=300',
  ])
  const file = await get('/2026-11-22/register.csv')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  await file.body?.cancel()
  const etag = file.headers.get('etag')!
  expect((await get('/2026-11-22/register.csv', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('/2026-11-21/register.csv')).status).toBe(404)
  expect((await get('/2026-11-22/orders.csv')).status).toBe(404)
  expect((await get('/2026-02-30/register.csv')).status).toBe(404)
})

test('where rows cannot be read the job fails and the next one makes the files', async () => {
  await site.sql`delete from data_files`
  await site.sql`alter table national_events rename column title to title_for_a_moment`
  await expect(make()).rejects.toThrow('"title" does not exist')
  await site.sql`alter table national_events rename column title_for_a_moment to title`
  await make()
  expect(await site.sql`select from data_files`).toHaveLength(4)
})

test('what a process left in the store when it died while it made files goes with the next hour', async () => {
  const { files } = site.services
  const left = 'data/2026-11-21/register.csv'
  const today = moment
  moment = new Date('2026-11-21T02:00:00Z')
  // It ends behind its first file: nothing runs to tidy up.
  let stored = 0
  const put: typeof files.put = async (...file) => {
    if (stored++ > 0) throw new Error('killed')
    await files.put(...file)
  }
  await expect(makeDataFiles({}, { ...site.services, files: { ...files, put } })).rejects.toThrow('killed')
  expect(await files.exists(left)).toBe(true)
  moment = today
  await make()
  expect(await files.exists(left)).toBe(false)
  expect(await files.exists('data/2026-11-22/register.csv')).toBe(true)
  expect(await site.sql`select from stray_data_files`).toHaveLength(0)
})

test('files go after 30 days, from the store too; a change without a position is said', async () => {
  await runner.stop()
  await site.sql`update register_entries set venue = 'Elsewhere' where id = (select id from register_entries limit 1)`
  moment = new Date('2026-11-23T02:00:00Z')
  await make(1)
  const { publicLog } = (await (await get('/2026-11-23/datapackage.json')).json()) as Package
  expect(publicLog.exact).toBe(false)
  moment = new Date(Date.parse('2026-11-22T02:00:00Z') + keptDays * 86_400_000)
  await make(1)
  const days = await site.sql<{ day: string }[]>`select distinct day from data_files order by day`
  expect(days.map(({ day }) => day)).toEqual(['2026-11-23', '2026-12-22'])
  expect(await (await get('')).text()).not.toContain('/data/2026-11-22/')
  expect(await site.sql`select from stored_file_pieces where key like 'data/2026-11-22/%'`).toHaveLength(0)
  expect((await get('/2026-11-22/register.csv')).status).toBe(404)
})
