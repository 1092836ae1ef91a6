import { Node, SyntaxKind, type TaggedTemplateExpression, type Type } from 'ts-morph'
import { camelName } from '#database/camel.ts'
import type { Sql } from '#database/sql.ts'
import { composedStatements } from './composed-statements.ts'

// What the database says that a statement answers, and what the code claims.

/** `table` and `number` name the column of a table that it is; `table` is 0 where it is made. */
export type Column = { name: string; type: number; kind: Kind; table: number; number: number }

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

/**
 * The columns that a statement answers, as its code names them. A statement whose parts are chosen by conditions has several answers: with those chosen
 * where they hold, and with the others. @throws what the database has against it, or where only its code knows its parts.
 */
export async function describeStatement(sql: Sql, template: TaggedTemplateExpression): Promise<Column[][]> {
  const isCamel = template.getTag().getType().getProperty('raw') !== undefined
  const described = await describe(sql, template)
  return described.map(({ columns }) =>
    (columns ?? []).map(({ name, ...column }) => ({
      ...column,
      name: isCamel ? camelName(name) : name,
      kind: kindOf(column.type),
    })),
  )
}

async function describe(sql: Sql, template: TaggedTemplateExpression) {
  const texts = [true, false].map((choice) => textOf(template, choice))
  if (!texts.includes(null)) {
    const numbered = [...new Set(texts)].map((text) => {
      let values = 0
      return text!.replaceAll(value, () => `$${++values}`)
    })
    return await Promise.all(numbered.map((text) => sql.unsafe(text).describe()))
  }
  const name = template.getFirstAncestorByKind(SyntaxKind.VariableDeclaration)?.getName() ?? ''
  const made = composedStatements[`${name} ${template.getSourceFile().getFilePath().split('/features/')[1]}`]
  if (!made) throw new Error('is made of parts that only its code knows: add it to composed-statements.ts')
  return await Promise.all(made(sql).map((statement) => statement.describe()))
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

const kindOf = (type: number): Kind => (lists.has(type) ? 'list' : (kinds[type] ?? 'string'))

/** The type of a statement's rows, as its code claims it; null where it claims none. */
export function rowOf(statement: TaggedTemplateExpression): Type | null {
  // (ts-morph has no words for the type arguments of a template.)
  const [rows] = statement.getChildrenOfKind(SyntaxKind.SyntaxList).flatMap((list) => list.getChildren())
  return rows?.getType().getArrayElementType() ?? null
}

/** Whether a claim holds for values of this kind. */
export function fits(claim: Type, kind: Kind): boolean {
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
