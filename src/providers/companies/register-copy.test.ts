import { beforeEach, describe, expect, test } from 'bun:test'
import { createCompaniesSandbox } from '#sandbox/companies/companies-sandbox.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { databaseOfFile } from '#test/of-file.ts'
import type { Companies } from './companies.ts'
import { loadRegisterCopy } from './load-register-copy.ts'
import { readStatus } from './read-register-file.ts'
import { registerName, withRegisterCopy } from './register-copy.ts'
import { registerFile, registerHeading, registerLine } from './register-file-fixture.ts'

let companies: Companies
const today = new Date().toISOString().slice(0, 10)

const database = await databaseOfFile()
beforeEach(async () => {
  await emptyTables(database.sql, 'registered_companies, registered_words, register_copies')
  companies = withRegisterCopy(createCompaniesSandbox(), database.sql, { maxAgeDays: 45, checkedEveryMs: 0 })
})

const register = [
  registerLine({ CompanyName: 'TARNBROOK FAIRS & FÊTES LIMITED', CompanyNumber: '00990001', CompanyStatus: 'Active' }),
  registerLine({
    CompanyName: 'HAARBOUR "LIGHTS" \\ LTD',
    CompanyNumber: 'SC990002',
    CompanyStatus: 'Active - Proposal to Strike off',
    'RegAddress.AddressLine1': '44 LAMPLIGHTER WYND',
    'RegAddress.PostTown': 'EDINBURGH',
    'RegAddress.PostCode': 'EH6 9ZZ',
    'RegAddress.Country': 'SCOTLAND',
    'PreviousName_1.CompanyName': 'HAAR & HARBOUR LIMITED',
    'PreviousName_10.CompanyName': 'OLD "SALT\\" LTD',
  }),
  registerLine({ CompanyName: 'TARNBROOK', CompanyNumber: 'NI990003', CompanyStatus: 'Liquidation' }),
  registerLine({ CompanyName: 'THE TARNBROOK HALL LLP', CompanyNumber: 'OC990004', CompanyStatus: 'Active' }),
  registerLine({ CompanyName: 'PO BOX LTD', CompanyNumber: '990005', 'RegAddress.POBox': '12' }),
  registerLine({ CompanyName: '99000 EVENTS LTD', CompanyNumber: '00990006', CompanyStatus: 'Active' }),
]
const file = [registerHeading, ...register].join('\r\n')

describe('look-ups from the copy', () => {
  beforeEach(async () => {
    await load(file)
  })

  test('names that begin with the words come first, the bare name before longer ones, then those that hold them', async () => {
    expect(await names('tarnbrook')).toEqual(['TARNBROOK', 'TARNBROOK FAIRS & FÊTES LIMITED', 'THE TARNBROOK HALL LLP'])
    expect(await names('Tarnbrook Ltd.')).toHaveLength(3)
    expect(await names('hall tarnb')).toEqual(['THE TARNBROOK HALL LLP'])
    expect(await names('brook fair')).toEqual(['TARNBROOK FAIRS & FÊTES LIMITED'])
    expect(await names('fetes fairs and tarnbrook')).toEqual(['TARNBROOK FAIRS & FÊTES LIMITED'])
    expect(await names('fetes fairs and tarnbrook opera')).toEqual([])
  })

  test('case, accents, "&" and the legal form do not matter', async () => {
    for (const query of ['tarnbrook fairs and fetes', 'TARNBROOK FAIRS & FÊTES', 'Tarnbrook Fairs & Fetes limi'])
      expect(await names(query)).toEqual(['TARNBROOK FAIRS & FÊTES LIMITED'])
  })

  test('former names are found, and told with the company', async () => {
    expect(await names('haar and harbour')).toEqual(['HAARBOUR "LIGHTS" \\ LTD'])
    expect(await names('old salt')).toEqual(['HAARBOUR "LIGHTS" \\ LTD'])
    expect(await companies.search('old salt')).toMatchObject({
      hits: [{ formerName: 'OLD "SALT\\" LTD', statusDetail: 'active-proposal-to-strike-off' }],
    })
    expect(await companies.search('haar and harbour')).toMatchObject({
      hits: [{ formerName: 'HAAR & HARBOUR LIMITED' }],
    })
    expect(await companies.details('sc 990002')).toEqual({
      kind: 'found',
      number: 'SC990002',
      name: 'HAARBOUR "LIGHTS" \\ LTD',
      status: 'active',
      statusDetail: 'active-proposal-to-strike-off',
      previousNames: ['HAAR & HARBOUR LIMITED', 'OLD "SALT\\" LTD'],
      address: {
        line1: '44 LAMPLIGHTER WYND',
        line2: '',
        town: 'EDINBURGH',
        county: '',
        postcode: 'EH6 9ZZ',
        country: 'SCOTLAND',
      },
      asOf: today,
    })
  })

  test('a number finds its company first, with or without its zeros and blanks', async () => {
    expect(await names('990001')).toEqual(['TARNBROOK FAIRS & FÊTES LIMITED'])
    expect(await names('ni 990003')).toEqual(['TARNBROOK'])
    expect(await companies.details('990005')).toMatchObject({ number: '00990005', address: { line1: 'PO Box 12' } })
    expect(await names('99000')).toEqual(['99000 EVENTS LTD'])
  })

  test('a misspelt word finds what is most like it, once nobody knows it as it is', async () => {
    expect(await names('tarnbrok')).toEqual(['TARNBROOK', 'TARNBROOK FAIRS & FÊTES LIMITED', 'THE TARNBROOK HALL LLP'])
    expect(await names('the tarnborok hal')).toEqual(['THE TARNBROOK HALL LLP'])
    expect(await names('xylophonists')).toEqual([])
  })

  test('patterns are text', async () => {
    for (const query of ['%%', '__', "';--", '\\\\', 'tarn%fairs', '🎪🎪'])
      expect((await companies.search(query)).kind).toBe('ok')
    expect(await names('t%k')).toEqual([])
  })

  test('what the copy does not have is asked of the registry', async () => {
    expect(await names('larkmoor &')).toEqual(['LARKMOOR & FETTLE EVENTS LIMITED'])
    expect(await companies.details('99000001')).toMatchObject({ name: 'LARKMOOR & FETTLE EVENTS LIMITED' })
    expect(await companies.search('rate limit')).toEqual({ kind: 'limited' })
  })

  test('the check at submission asks the registry, and two registers that differ are no approval', async () => {
    const submission = { purpose: 'submission' } as const
    expect(await companies.details('00990001', submission)).toEqual({ kind: 'unavailable' })
    expect(await companies.details('99000001', submission)).not.toHaveProperty('asOf')
    expect(await companies.details('00123456', submission)).toEqual({ kind: 'unknown' })
  })

  test('a copy that is too old, or empty, is not asked', async () => {
    await database.sql`update register_copies set as_of = current_date - 46`
    expect(await names('tarnbrook')).toEqual([])
    await database.sql`update register_copies set as_of = current_date - 45`
    expect(await names('tarnbrook')).toHaveLength(3)
    await database.sql`delete from register_copies`
    expect(await companies.details('00990001')).toEqual({ kind: 'unknown' })
  })
})

describe('a load', () => {
  test('takes the place of the copy before, with its indexes, while look-ups go on', async () => {
    await load(file)
    const before = await indexes()
    let failed = 0
    let going = true
    const asking = Array.from({ length: 4 }, async () => {
      while (going) if ((await companies.search('tarnbrook')).kind !== 'ok') failed++
    })
    for (let round = 0; round < 5; round++) await load(`${file}\r\n`)
    going = false
    await Promise.all(asking)
    expect(failed).toBe(0)
    expect(await indexes()).toEqual(before)
    expect(before).toHaveLength(5)
    expect(await names('tarnbrook')).toHaveLength(3)
  })

  test('waits for a long reader, and look-ups do not wait with it', async () => {
    await load(file)
    const reader = await database.sql.reserve()
    await reader`begin`
    await reader`select count(*) from registered_companies`
    const loading = load(file.replace('TARNBROOK HALL', 'TARNBROOK BARN'))
    let slowest = 0
    for (const until = performance.now() + 3000; performance.now() < until; ) {
      const started = performance.now()
      expect(await names('tarnbrook')).toHaveLength(3)
      slowest = Math.max(slowest, performance.now() - started)
      await Bun.sleep(10)
    }
    expect(slowest).toBeLessThan(2500)
    expect(await names('tarnbrook barn')).toEqual([])
    await reader`commit`
    reader.release()
    expect((await loading).outcome.kind).toBe('loaded')
    expect(await names('tarnbrook barn')).toEqual(['THE TARNBROOK BARN LLP'])
  }, 15_000)

  test('refuses bad lines by number and reason, and takes the others', async () => {
    const line = (name: string, number: string) => registerLine({ CompanyName: name, CompanyNumber: number })
    const { outcome, refused } = await load(
      [
        registerHeading,
        line('GOOD ONE LTD', '00000001'),
        line('NO NUMBER LTD', ''),
        line('ODD NUMBER LTD', '12/34'),
        line('', '00000002'),
        line('CUT', '00000003').split(',').slice(0, 18).join(','),
        '',
        line('OPEN QUOTE LTD', '00000004').slice(0, -1),
        line('GOOD THREE LTD', '00000005'),
        `${line('MORE CELLS LTD', '00000006')},"x"`,
        line('LONG '.repeat(100), '00000007'),
        line('TAB\tAND\u0000NUL\u0007 LTD', '00000008'),
        line('GOOD FOUR LTD', '00000009').replace('"GOOD FOUR LTD"', '"GOOD "FOUR" LTD"'),
        line('FIRST SPELLING LTD', '00000010'),
        line('LAST SPELLING LTD', '10'),
        '"HALF A LINE LTD","0000',
      ].join('\n'),
    )
    expect(refused).toEqual([
      [3, 'its number is not one of the register'],
      [4, 'its number is not one of the register'],
      [5, 'it has no name'],
      [6, 'it has 18 cells where the heading has 55'],
      [8, 'it has 54 cells where the heading has 55'],
      [10, 'it has 56 cells where the heading has 55'],
      [11, 'a cell is longer than 400 characters'],
      [16, 'it cannot be read as CSV'],
    ])
    expect(outcome).toEqual({ kind: 'loaded', companies: 5, repeated: 1, refused: 8 })
    const rows = await database.sql`select number, name from registered_companies order by number`
    expect(rows.map(({ number, name }) => [number, name])).toEqual([
      ['00000001', 'GOOD ONE LTD'],
      ['00000005', 'GOOD THREE LTD'],
      ['00000008', 'TAB AND NUL LTD'],
      ['00000009', 'GOOD "FOUR" LTD'],
      ['00000010', 'LAST SPELLING LTD'],
    ])
  })

  test('reads a file in pieces of any size, with any line ends and without a last one', async () => {
    for (const text of [file, `\ufeff${file}`, file.replaceAll('\r\n', '\n'), `${file}\r\n\r\n`])
      for (const size of [1, 7, 1000, 1e6]) {
        const { outcome } = await load(text, { size })
        expect(outcome).toEqual({ kind: 'loaded', companies: 6, repeated: 0, refused: 0 })
      }
    expect(await names('tarnbrook fairs and fetes')).toEqual(['TARNBROOK FAIRS & FÊTES LIMITED'])
  })

  const wrongFiles: [string, string, RegExp][] = [
    ['nothing', '', /empty/],
    ['other columns', 'name,number\nA,1\n', /no column CompanyName, CompanyNumber/],
    ['an archive', 'PK\u0003\u0004 and so on', /archive/],
    ['no lines', 'x'.repeat(70_000), /longer than 64 KB/],
    ['a heading alone', registerHeading, /no company/],
  ]
  test.each(wrongFiles)('%s is told as such and changes nothing', async (_name, text, message) => {
    await load(file)
    expect((await load(text)).outcome).toEqual({ kind: 'wrong-file', message: expect.stringMatching(message) })
    expect(await names('tarnbrook')).toHaveLength(3)
  })

  test('a part of the register does not replace the whole unasked', async () => {
    await load(file)
    const part = [registerHeading, register[0], register[2]].join('\n')
    expect((await load(part)).outcome).toMatchObject({
      kind: 'wrong-file',
      message: expect.stringMatching(/--smaller/),
    })
    expect(await names('tarnbrook')).toHaveLength(3)
    expect((await load(part, { smaller: true })).outcome).toMatchObject({ kind: 'loaded', companies: 2 })
    expect(await names('tarnbrook')).toHaveLength(2)
  })

  test('a trouble in the middle leaves everything as it was', async () => {
    await load(file)
    async function* broken() {
      yield new TextEncoder().encode(file)
      throw new Error('disk')
    }
    const loading = loadRegisterCopy(database.sql, broken(), { asOf: today, report: silent })
    await expect(loading).rejects.toThrow('disk')
    expect(await names('tarnbrook')).toHaveLength(3)
    expect((await load(file)).outcome.kind).toBe('loaded')
  })

  test('many companies stream in', async () => {
    let lines = 0
    const outcome = await loadRegisterCopy(database.sql, registerFile(20_000), {
      asOf: today,
      report: { ...silent, progress: (count) => (lines = count) },
    })
    expect(outcome).toEqual({ kind: 'loaded', companies: 20_000, repeated: 0, refused: 0 })
    expect(lines).toBe(20_000)
    expect(await companies.search('events')).toMatchObject({ kind: 'ok' })
  })
})

test("the file's status in the words of the registry", () => {
  const read = (text: string) => Object.values(readStatus(text)).join(', ')
  expect(read('Active')).toBe('active, ')
  expect(read('Active - Proposal to Strike off')).toBe('active, active-proposal-to-strike-off')
  expect(read('Liquidation')).toBe('liquidation, ')
  expect(read('In Administration/Receiver Manager')).toBe('administration, in-administration-receiver-manager')
  expect(read('Live but Receiver Manager on at least one charge')).toMatch(/^receivership, live-but/)
  expect(read('VOLUNTARY ARRANGEMENT / ADMINISTRATIVE RECEIVER')).toMatch(/^voluntary-arrangement, /)
  expect(read('Petition to Restore - Dissolved')).toMatch(/^dissolved, /)
  expect(read('Something New')).toBe('something-new, ')
  expect(read('')).toBe(', ')
})

test.each([
  ["O'Farrowby & Sons (Leeds) Ltd.", 'ofarrowby and sons leeds'],
  ['Limited', 'limited'],
  ['A.B.C. C.I.C.', 'abc'],
  ['Café  Zéphyrine Public Limited Company', 'cafe zephyrine'],
  ['Tarn Limi', 'tarn'],
  ['…', ''],
])('%p is compared as %p', (name, compared) => {
  expect(registerName(name)).toBe(compared)
})

const silent = { refused: () => {}, progress: () => {}, step: () => {} }

async function load(text: string, { size = 100, smaller = false } = {}) {
  const refused: [number, string][] = []
  const outcome = await loadRegisterCopy(database.sql, pieces(text, size), {
    asOf: today,
    smaller,
    report: { ...silent, refused: (line, reason) => refused.push([line, reason]) },
  })
  return { outcome, refused }
}

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function names(query: string): Promise<string[]> {
  const answer = await companies.search(query)
  if (answer.kind !== 'ok') throw new Error(answer.kind)
  return answer.hits.map((hit) => hit.title)
}

async function indexes() {
  const rows = await database.sql`
    select indexdef from pg_indexes where tablename in ('registered_companies', 'registered_words') order by indexname`
  return rows.map((row) => row.indexdef)
}
