import { expect, test } from 'bun:test'
import { databaseOfFile } from '#test/of-file.ts'
import { camel } from './camel.ts'

const database = await databaseOfFile()

test('columns are named as code is, and JSON inside them as it stands', async () => {
  const sql = camel(database.sql)
  const rows = await sql<{ percentOff: number; line2: string; kept: object }[]>`
    select 25 as percent_off, 'Leeds' as line_2, '{"as_it_is": 1}'::jsonb as kept`
  expect(rows).toEqual([{ percentOff: 25, line2: 'Leeds', kept: { as_it_is: 1 } }])
  expect(await sql<{ nothingHere: number }[]>`select 1 as nothing_here where false`).toEqual([])
})

test('a statement can be a part of another, and a transaction is taken as well', async () => {
  const found = await database.sql.begin(async (tx) => {
    const sql = camel(tx)
    const part = sql`where number_of > ${2}::int`
    return await sql<{ numberOf: number }[]>`select number_of from generate_series(1, 4) as number_of ${part}`
  })
  expect(found).toEqual([{ numberOf: 3 }, { numberOf: 4 }])
})

test('what fails is thrown where it is awaited', async () => {
  const sql = camel(database.sql)
  expect(await sql`select 1 / 0 as nothing`.catch((problem: Error) => problem.message)).toBe('division by zero')
})
