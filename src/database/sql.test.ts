import { expect, test } from 'bun:test'
import { databaseOfFile } from '#test/of-file.ts'
import { openSql } from './sql.ts'

const database = await databaseOfFile()

test('a transaction that fills up the line of a connection has that connection for itself', async () => {
  const connections = 2
  const pool = openSql(database.url, { connections })
  await database.sql`create table sent (n integer)`
  await Promise.all(Array.from({ length: connections }, () => pool`select pg_sleep(0.1)`))
  // One that runs and 99 behind it on each: the driver sends 100 ahead, so that `begin` is the last which a connection takes.
  const ahead = Array.from({ length: connections * 100 }, () => pool`select 1`.execute())
  const begun = Array.from({ length: 3 * connections }, (_, n) =>
    pool.begin(async (transaction) => {
      await transaction`insert into sent values (${n}::int)`
      if (n % 2 === 1) throw new Error('taken back')
    }),
  )
  const behind = Array.from({ length: 20 }, (_, n) => pool`insert into sent values (${100 + n}::int)`.execute())
  const outcomes = await Promise.allSettled(begun)
  await Promise.all([...ahead, ...behind])
  await pool.end()
  const said = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : 'committed'))
  expect(said).toEqual(begun.map((_, n) => (n % 2 === 1 ? 'taken back' : 'committed')))
  const [stored] = await database.sql`select array_agg(n order by n) as numbers from sent`
  expect(stored!.numbers).toEqual([0, 2, 4, ...Array.from({ length: 20 }, (_, n) => 100 + n)])
})
