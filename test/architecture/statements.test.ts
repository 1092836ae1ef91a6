import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Node, SyntaxKind, type TaggedTemplateExpression, type Type } from 'ts-morph'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { findStatements } from './statements.ts'

// Every statement of the product is described by the migrated database, and what it answers is held against the type that its code
// claims: the same columns by name, and of each the same kind of value.

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  // What is only described counts for nothing in `neverExecuted`.
  database.sql.options.debug = false
}, 60_000)
afterAll(async () => {
  await database.close()
})

type Kind = 'string' | 'number' | 'boolean' | 'json' | 'bytes' | 'list'
const kinds: Record<number, Kind> = {
  16: 'boolean',
  17: 'bytes',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  1700: 'number',
  114: 'json',
  3802: 'json',
}
const lists = new Set([1000, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 2951])

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
    const text = row && textOf(template)
    if (!text) continue
    try {
      const { columns } = await database.sql.unsafe(text).describe()
      described++
      wrong.push(...differences(row, columns ?? [], template).map((difference) => `${where}: ${difference}`))
    } catch (problem) {
      // A table that the statement's own transaction makes.
      if ((problem as Error).message.includes('"incoming_events"')) continue
      wrong.push(`${where}: ${(problem as Error).message}`)
    }
  }
  expect(wrong).toEqual([])
  expect(described).toBeGreaterThan(300)
}, 120_000)

/** With `$1` and so on for its values; null where a part of it is made of others. */
function textOf(statement: TaggedTemplateExpression): string | null {
  const template = statement.getTemplate()
  if (Node.isNoSubstitutionTemplateLiteral(template)) return template.getLiteralText()
  let text = template.getHead().getLiteralText()
  for (const [index, span] of template.getTemplateSpans().entries()) {
    if (/Query|Fragment|Helper/.test(span.getExpression().getType().getText())) return null
    text += `$${index + 1}${span.getLiteral().getLiteralText()}`
  }
  return text
}

function rowOf(statement: TaggedTemplateExpression): Type | null {
  // (ts-morph has no words for the type arguments of a template.)
  const [rows] = statement.getChildrenOfKind(SyntaxKind.SyntaxList).flatMap((list) => list.getChildren())
  return rows?.getType().getArrayElementType() ?? null
}

type Columns = readonly { name: string; type: number }[]

function differences(row: Type, columns: Columns, at: Node): string[] {
  const found: string[] = []
  // Of a union of rows, each names all columns that it has.
  const properties = row.getProperties()
  const claimed = new Map(properties.map((property) => [property.getName(), property.getTypeAtLocation(at)]))
  const optional = new Set(properties.filter((property) => property.isOptional()).map((property) => property.getName()))
  const isNothing = row.getText().startsWith('Record<')
  for (const { name, type } of columns) {
    const claim = claimed.get(name)
    if (!claim) {
      if (!isNothing) found.push(`answers ${name}, which its type leaves out`)
      continue
    }
    claimed.delete(name)
    const kind = lists.has(type) ? 'list' : (kinds[type] ?? 'string')
    if (!fits(claim.getNonNullableType(), kind)) found.push(`${name} is a ${kind}, not ${claim.getText()}`)
  }
  for (const name of claimed.keys()) if (!isNothing && !optional.has(name)) found.push(`does not answer ${name}`)
  return found
}

function fits(claim: Type, kind: Kind): boolean {
  if (kind === 'json' || claim.isUnknown()) return true
  if (kind === 'list') return claim.isArray() || claim.isReadonlyArray()
  if (kind === 'bytes') return claim.isObject()
  const parts = claim.isUnion() ? claim.getUnionTypes() : [claim]
  // A claim may be wider than what comes, and never narrower.
  return parts.some((part) =>
    kind === 'string'
      ? part.isString() || part.isStringLiteral() || part.isTemplateLiteral()
      : kind === 'number'
        ? part.isNumber() || part.isNumberLiteral()
        : part.isBoolean() || part.isBooleanLiteral(),
  )
}
