import { beforeAll, expect, test } from 'bun:test'
import type { Node, Type } from 'ts-morph'
import { databaseOfFile } from '../of-file.ts'
import { type Column, describeStatement, fits, rowOf } from './describe-statement.ts'
import { findStatements } from './statements.ts'

// Every statement of the product is described by the migrated database, and what it answers is held against the type that its code
// claims: the same columns by name, and of each the same kind of value.

const database = await databaseOfFile()
beforeAll(async () => {
  // What is only described counts for nothing in `neverExecuted`.
  database.sql.options.debug = false
}, 60_000)

const statements = findStatements()

test('no statement asks for whatever columns there are: plans that are kept would break when one is added', () => {
  const asking = statements.filter(({ parts }) => /(\b(select|returning)|,) (\w+\.)?\*(?![\w(])/.test(parts.join('?')))
  expect(asking.map(({ where }) => where)).toEqual([])
})

test('what each statement answers is what its type says', async () => {
  const wrong: string[] = []
  let described = 0
  for (const { template, where } of statements) {
    const row = rowOf(template)
    if (!row) continue
    try {
      for (const columns of await describeStatement(database.sql, template)) {
        described++
        wrong.push(...differences(row, columns, template).map((difference) => `${where}: ${difference}`))
      }
    } catch (problem) {
      // A table that the statement's own transaction makes, and those that the sign-in library names.
      if ((problem as Error).message.includes('"incoming_events"') || where.includes('sign-in-store.ts')) continue
      wrong.push(`${where}: ${(problem as Error).message}`)
    }
  }
  expect(wrong).toEqual([])
  expect(described).toBeGreaterThan(300)
}, 120_000)

function differences(row: Type, columns: Column[], at: Node): string[] {
  const found: string[] = []
  // Of a union of rows, each names all columns that it has.
  const properties = row.getProperties()
  const claimed = new Map(properties.map((property) => [property.getName(), property.getTypeAtLocation(at)]))
  const optional = new Set(properties.filter((property) => property.isOptional()).map((property) => property.getName()))
  const isNothing = row.getText().startsWith('Record<')
  for (const { name, kind } of columns) {
    const claim = claimed.get(name)
    if (!claim) {
      if (!isNothing) found.push(`answers ${name}, which its type leaves out`)
      continue
    }
    claimed.delete(name)
    if (!fits(claim.getNonNullableType(), kind)) found.push(`${name} is a ${kind}, not ${claim.getText()}`)
  }
  for (const name of claimed.keys()) if (!isNothing && !optional.has(name)) found.push(`does not answer ${name}`)
  return found
}
