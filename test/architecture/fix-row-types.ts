import { readFileSync, writeFileSync } from 'node:fs'
import { Node, type TaggedTemplateExpression, ts } from 'ts-morph'
import { openTestDatabase, stopTestServer, type TestDatabase } from '../database.ts'
import { type Column, describeStatement, fits } from './describe-statement.ts'
import { findStatements, openProgram } from './statements.ts'

// `bun run fix`: writes the type of the rows at each statement of the files that differ from the last commit, or of those that are named, as the
// migrated database describes them. What is written stays where it holds, since it may say more: `'open' | 'closed'` for a text, or that a value
// is never null. A type that has a name is left as it is.

const items: Record<number, string> = {
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1016: 'number[]',
  1021: 'number[]',
  1022: 'number[]',
}

const files = (process.argv.length > 2 ? process.argv.slice(2) : changedFiles()).filter(
  (path) => /^src\/.*(?<!\.test)\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('`'),
)
if (files.length > 0) await fix(files)

async function fix(paths: string[]): Promise<void> {
  const database = await openTestDatabase()
  const edits: { file: string; from: number; to: number; text: string }[] = []
  for (const { template, where } of findStatements(openProgram(paths))) {
    const given = typeOf(template)
    if (given === 'named') continue
    try {
      const [columns, ...others] = await describeStatement(database.sql, template)
      const names = (each: Column[]) => each.map(({ name }) => name).join()
      if (!columns || others.some((other) => names(other) !== names(columns))) continue
      if (columns.some(({ name }) => name === '?column?')) continue
      const text = await rowType(database, template, columns, given)
      if (text === null) continue
      const tag = template.getTag().getEnd()
      const [from, to] = given ? [given.getStart(), given.getEnd()] : [tag, tag]
      edits.push({ file: template.getSourceFile().getFilePath(), from, to, text: given ? text : `<${text}>` })
      console.info(`${where}: ${text}`)
    } catch (problem) {
      // What nobody waits for may be a part of a statement, which cannot be described.
      if (given || Node.isAwaitExpression(template.getParent())) console.info(`${where}: ${(problem as Error).message}`)
    }
  }
  // From the last to the first, so that places stay what they are.
  for (const { file, from, to, text } of edits.toSorted((one, other) => other.from - one.from)) {
    const source = readFileSync(file, 'utf8')
    writeFileSync(file, source.slice(0, from) + text + source.slice(to))
  }
  await database.close()
  await stopTestServer()
}

/** The type of the rows where it is written out; null where there is none, and none is wanted by what becomes of the rows. */
function typeOf(template: TaggedTemplateExpression): Node | null | 'named' {
  const { typeArguments } = template.compilerNode
  if (!typeArguments) {
    const parent = template.getParent()
    const isRead = Node.isAwaitExpression(parent) && !Node.isExpressionStatement(parent.getParent())
    return isRead || Node.isArrowFunction(parent) || Node.isReturnStatement(parent) ? null : 'named'
  }
  const [rows] = template
    .getDescendantsOfKind(ts.SyntaxKind.ArrayType)
    .filter((each) => each.compilerNode === typeArguments[0])
  return rows && Node.isTypeLiteral(rows.getElementTypeNode()) ? rows : 'named'
}

/** What the type has to be; null where it is so already. */
async function rowType(
  { sql }: TestDatabase,
  template: TaggedTemplateExpression,
  columns: Column[],
  given: Node | null,
): Promise<string | null> {
  const literal = given && Node.isArrayTypeNode(given) ? given.getElementTypeNode() : null
  const written = literal && Node.isTypeLiteral(literal) ? literal.getProperties() : []
  // One of several kinds of rows.
  if (written.some((property) => property.hasQuestionToken())) return null
  const members = await Promise.all(
    columns.map(async (column) => {
      const known = written.find((property) => property.getName() === column.name)
      if (known && fits(known.getType().getNonNullableType(), column.kind)) return known.getText()
      return `${column.name}: ${typeNames(column)}${(await isNeverNull(column)) ? '' : ' | null'}`
    }),
  )
  const isSame = written.length === members.length && written.every((property) => members.includes(property.getText()))
  // `select pg_notify(…)` answers nothing.
  const answers = columns.filter(({ type }) => type !== 2278).length > 0
  return isSame || !answers ? null : `{ ${members.map((member) => member.replace(/;$/, '')).join('; ')} }[]`

  /** A column of a table that takes no null, where no outer join leaves it out. */
  async function isNeverNull({ table, number }: Column): Promise<boolean> {
    if (/\b(left|right|full) join\b/.test(template.getText())) return false
    const [found] = await sql<{ not_null: boolean }[]>`
      select attnotnull as not_null from pg_attribute where attrelid = ${table}::oid and attnum = ${number}::smallint`
    return found?.not_null ?? false
  }
}

function typeNames({ kind, type }: Column): string {
  if (kind === 'list') return items[type] ?? 'string[]'
  return kind === 'json' ? 'unknown' : kind === 'bytes' ? 'Uint8Array' : kind
}

function changedFiles(): string[] {
  const git = (...words: string[]) =>
    Bun.spawnSync(['git', ...words])
      .stdout.toString()
      .split('\n')
      .filter(Boolean)
  return [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD', '--', 'src'),
    ...git('ls-files', '--others', '--exclude-standard', 'src'),
  ]
}
