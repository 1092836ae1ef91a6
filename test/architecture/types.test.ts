import { expect, test } from 'bun:test'
import type { Node, Type } from 'ts-morph'
import { projectRoot } from '#process/project-root.ts'
import { databaseOfFile } from '../of-file.ts'
import { type Column, describeStatement, fits, rowOf } from './describe-statement.ts'
import { findStatements, openProgram } from './statements.ts'

// What types claim of what comes from the database and of what leaves the server. One file, since the program that both ask takes half a minute.

const { sql } = await databaseOfFile()
// What is only described counts for nothing in `neverExecuted`.
sql.options.debug = false

const program = openProgram()
// Before the first question: a file that is added later would have the program made once more.
const pages = program
  .createSourceFile(
    `${projectRoot}/src/shell/page-data.ts`,
    "import type { DataOf, ShownPageId } from './page-modules.ts'\nexport type Pages = { [Id in ShownPageId]: DataOf<Id> }",
  )
  .getTypeAliasOrThrow('Pages')
const statements = findStatements(program)

// What leaves the server: the names of every page's data, so that a row which is handed on whole cannot take an email address or a token along
// unseen. Asked first: how the compiler resolves a type that refers to itself depends on where it begins. After a change that is meant, `bun test -u test/architecture/types.test.ts` writes them down.

test('every page sends what it is known to send', () => {
  const sent = pages
    .getType()
    .getProperties()
    .map((page) => `${page.getName()}: ${namesOf(page.getTypeAtLocation(pages), pages).toSorted().join(' ')}`)
  expect(sent.length).toBeGreaterThan(100)
  expect(sent.toSorted()).toMatchSnapshot()
}, 120_000)

/** The names in a type, those of its parts behind a dot. */
function namesOf(type: Type, at: Node, path = '', names = new Set<string>()): string[] {
  const depth = path.split('.').length
  if (depth > 7) return [...names]
  if (type.isUnion()) for (const part of type.getUnionTypes()) namesOf(part, at, path, names)
  else if (type.isTuple()) for (const part of type.getTupleElements()) namesOf(part, at, path, names)
  else if (type.isArray() || type.isReadonlyArray()) namesOf(type.getArrayElementTypeOrThrow(), at, path, names)
  else if (type.getSymbol()?.getName() === 'Promise') namesOf(type.getTypeArguments()[0]!, at, path, names)
  else if (type.isObject() && type.getCallSignatures().length === 0) {
    const any = type.getStringIndexType()
    if (any) namesOf(any, at, `${path}.*`, names)
    for (const property of type.getProperties()) {
      const part = property.getTypeAtLocation(at)
      // What a promise or a list can do is not sent.
      if (part.getCallSignatures().length > 0 || property.getName().startsWith('__@')) continue
      const name = path ? `${path}.${property.getName()}` : property.getName()
      names.add(name)
      namesOf(part, at, name, names)
    }
  }
  return [...names]
}

// Every statement of the product is described by the migrated database, and what it answers is held against the type that its code
// claims: the same columns by name, and of each the same kind of value.

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
      for (const columns of await describeStatement(sql, template)) {
        described++
        wrong.push(...differences(row, columns, template).map((difference) => `${where}: ${difference}`))
      }
    } catch (problem) {
      // A table that the statement's own transaction makes, and those that the sign-in library names.
      if ((problem as Error).message.includes('"incoming_events"') || where.includes('sign-in-library.ts')) continue
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
