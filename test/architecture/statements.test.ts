import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Node, SyntaxKind, type TaggedTemplateExpression, type Type } from 'ts-morph'
import { camelName } from '#database/camel.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { composedStatements } from './composed-statements.ts'
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
    if (!row) continue
    try {
      for (const { columns } of await describe(template)) {
        described++
        const named = isCamel(template)
          ? columns?.map((column) => ({ ...column, name: camelName(column.name) }))
          : columns
        wrong.push(...differences(row, named ?? [], template).map((difference) => `${where}: ${difference}`))
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

/** A statement whose parts are chosen by conditions: with those chosen where they hold, and with the others. */
async function describe(template: TaggedTemplateExpression) {
  const texts = [true, false].map((choice) => textOf(template, choice))
  if (!texts.includes(null)) {
    const numbered = [...new Set(texts)].map((text) => {
      let values = 0
      return text!.replaceAll(value, () => `$${++values}`)
    })
    return await Promise.all(numbered.map((text) => database.sql.unsafe(text).describe()))
  }
  const name = template.getFirstAncestorByKind(SyntaxKind.VariableDeclaration)?.getName() ?? ''
  const made = composedStatements[`${name} ${template.getSourceFile().getFilePath().split('/features/')[1]}`]
  if (!made) throw new Error('is made of parts that only its code knows: add it to composed-statements.ts')
  return await Promise.all(made(database.sql).map((statement) => statement.describe()))
}

/** Stands for a value until they are numbered. */
const value = '\u0000'

/** The text of a statement; null where a part of it is handed in. Of two parts, `choice` takes the first or the second. */
function textOf(part: Node, choice: boolean): string | null {
  if (Node.isTaggedTemplateExpression(part)) {
    const template = part.getTemplate()
    if (Node.isNoSubstitutionTemplateLiteral(template)) return template.getLiteralText()
    const spans = template.getTemplateSpans().map((span) => {
      const expression = span.getExpression()
      const isPart = /Query|Fragment|Helper/.test(expression.getType().getText())
      const text = isPart ? textOf(expression, choice) : value
      return text === null ? null : text + span.getLiteral().getLiteralText()
    })
    return spans.includes(null) ? null : template.getHead().getLiteralText() + spans.join('')
  }
  if (Node.isConditionalExpression(part)) return textOf(choice ? part.getWhenTrue() : part.getWhenFalse(), choice)
  if (Node.isIdentifier(part)) {
    const [declared] = part.getDefinitionNodes()
    const initial = Node.isVariableDeclaration(declared) ? declared.getInitializer() : undefined
    return initial ? textOf(initial, choice) : null
  }
  if (!Node.isCallExpression(part)) return null
  const [called] = Node.isIdentifier(part.getExpression())
    ? part.getExpressionIfKindOrThrow(SyntaxKind.Identifier).getDefinitionNodes()
    : []
  const maker = Node.isVariableDeclaration(called) ? called.getInitializer() : called
  if (Node.isArrowFunction(maker) && Node.isTaggedTemplateExpression(maker.getBody()))
    return textOf(maker.getBody(), choice)
  if (!Node.isFunctionDeclaration(maker)) return null
  const returned = maker
    .getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .at(choice ? 0 : -1)
    ?.getExpression()
  return returned ? textOf(returned, choice) : null
}

/** Whether its rows are named as code is. */
function isCamel(statement: TaggedTemplateExpression): boolean {
  return statement.getTag().getType().getProperty('raw') !== undefined
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
