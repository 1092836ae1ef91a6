import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { csvFile, inBatches } from './csv-file.ts'

type Row = { name: string; pence: number | null }
const columns = [
  { heading: 'Name', value: (row: Row) => row.name },
  { heading: 'Pence', value: (row: Row) => row.pence },
]

async function* batches(...rows: Row[][]) {
  yield* rows
}

async function textOf(rows: AsyncIterable<Row[]>): Promise<string> {
  const { file } = csvFile({ name: 'rows.csv', columns }, rows)
  const bytes = await new Response(file as BodyInit).bytes()
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

test('every cell comes back as it was, whatever stands in it', async () => {
  const rows = [
    { name: 'Plain', pence: 4900 },
    { name: 'With "quotes", commas; and\r\nlines', pence: -199 },
    { name: 'Ål and 東京', pence: null },
  ]
  const text = await textOf(batches(rows.slice(0, 1), rows.slice(1)))
  expect(text).toStartWith('\uFEFFName,Pence\r\nPlain,4900\r\n')
  expect(parse(text, { bom: true, columns: true })).toEqual(
    rows.map(({ name, pence }) => ({ Name: name, Pence: pence === null ? '' : String(pence) })),
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', ' ＠1'])(
  '%j cannot be taken for a formula',
  async (name) => {
    const [row] = parse(await textOf(batches([{ name, pence: 1 }])), { bom: true, columns: true }) as { Name: string }[]
    expect(row!.Name).toBe(`'${name}`)
  },
)

test('nothing to tell is a file with headings alone', async () => {
  expect(await textOf(batches())).toBe('\uFEFFName,Pence\r\n')
})

test('a list is read page by page, and no further than it is taken', async () => {
  const asked: (number | null)[] = []
  const pages = inBatches<{ id: number }>(async (after) => {
    asked.push(after?.id ?? null)
    const next = (after?.id ?? 0) + 1
    return next > 5 ? [] : [{ id: next }, { id: next + 1 }]
  })
  expect(await pages.next()).toEqual({ done: false, value: [{ id: 1 }, { id: 2 }] })
  expect(asked).toEqual([null])
  const rest = []
  for await (const page of pages) rest.push(...page)
  expect(rest.map((row) => row.id)).toEqual([3, 4, 5, 6])
  expect(asked).toEqual([null, 2, 4, 6])
})
