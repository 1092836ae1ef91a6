import { relative } from 'node:path'
import { Node, Project, SyntaxKind, type TaggedTemplateExpression } from 'ts-morph'
import { projectRoot } from '#process/project-root.ts'

export type Statement = {
  template: TaggedTemplateExpression
  /** `src/….ts:12` */
  where: string
  /** What stands between its values, spaces as one. */
  parts: string[]
}

/** Emails and raw texts; what has any other tag, as `camel(sql)` or `services.sql`, is a statement or a part of one. */
const otherTags = /^(?:\w*[mM]ail\(|write$|String\.raw$)/
const product = [`${projectRoot}/src/**/*.{ts,tsx}`, `!${projectRoot}/src/**/*.test.{ts,tsx}`]

/** The product as its compiler sees it, without tests; of some files alone by their patterns. */
export function openProgram(files: string[] = product): Project {
  const project = new Project({ tsConfigFilePath: `${projectRoot}/tsconfig.json`, skipAddingFilesFromTsConfig: true })
  project.addSourceFilesAtPaths(files)
  return project
}

/** Every statement, and every part of one, as they stand in the code. */
export function findStatements(program: Project = openProgram()): Statement[] {
  return program
    .getSourceFiles()
    .filter((file) => !/-fixture\.ts$|\/sandbox\/payments\//.test(file.getFilePath()))
    .flatMap((file) => file.getDescendantsOfKind(SyntaxKind.TaggedTemplateExpression))
    .filter((found) => !otherTags.test(found.getTag().getText()))
    .map((template) => ({
      template,
      where: `${relative(projectRoot, template.getSourceFile().getFilePath())}:${template.getStartLineNumber()}`,
      parts: partsOf(template).map(oneLine),
    }))
}

/**
 * The statements, and parts of statements, that no test has executed.
 *
 * @param file the file of STATEMENTS_SEEN: the text of each executed statement as JSON, one a line.
 */
export async function neverExecuted(file: string): Promise<string[]> {
  const executed = [...new Set((await Bun.file(file).text()).split('\n'))]
    .filter(Boolean)
    .map((line) => oneLine(JSON.parse(line)))
  return findStatements()
    .filter(({ parts }) => !executed.some((text) => holds(text, parts)))
    .map(({ where }) => where)
}

/** Whether the parts stand in the text one after the other, with a value or another part between them. */
function holds(text: string, parts: string[]): boolean {
  let from = 0
  for (const part of parts) {
    const found = text.indexOf(part.trim(), from)
    if (found < 0) return false
    from = found + part.trim().length
  }
  return true
}

function partsOf(statement: TaggedTemplateExpression): string[] {
  const template = statement.getTemplate()
  if (Node.isNoSubstitutionTemplateLiteral(template)) return [template.getLiteralText()]
  const rest = template.getTemplateSpans().map((span) => span.getLiteral().getLiteralText())
  return [template.getHead().getLiteralText(), ...rest]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
