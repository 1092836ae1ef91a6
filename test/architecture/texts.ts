import { ts } from 'ts-morph'

const namesOfCode = new Set(['className', 'class', 'id', 'name', 'href', 'd', 'transform', 'viewBox'])

/**
 * The texts of a source file that a person may read: strings and templates of more than one word, what stands between tags, and the
 * quoted strings of its SQL. Imports, types, comments and attributes that only code reads are left out.
 *
 * @returns each text on one line, in the file's order; what a template puts in is `…`.
 */
export function textsOf(path: string, source: string): string[] {
  const texts: string[] = []
  const add = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    if (line.includes(' ')) texts.push(line)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isJsxAttribute(node) && namesOfCode.has(node.name.getText())) return
    if (ts.isTaggedTemplateExpression(node)) {
      for (const [, quoted] of node.template.getText().matchAll(/'([^'\n]*)'/g)) add(quoted!)
      ts.forEachChild(node.template, visitValues)
      return
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node.text)
    if (ts.isJsxText(node)) add(node.text)
    if (ts.isTemplateExpression(node)) {
      add([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'))
    }
    ts.forEachChild(node, visit)
  }
  const visitValues = (node: ts.Node): void => {
    if (ts.isTemplateSpan(node)) visit(node.expression)
  }
  visit(parsed(path, source))
  return texts
}

/** Every name that a source file declares: variables, parameters, functions, types, and the properties of types and objects. Several words are a text. */
export function namesOf(path: string, source: string): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const name = 'name' in node && isNaming(node) ? (node.name as ts.Node | undefined) : undefined
    if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && !name.text.includes(' ')) names.push(name.text)
    ts.forEachChild(node, visit)
  }
  visit(parsed(path, source))
  return names
}

function isNaming(node: ts.Node): boolean {
  const isOfOthers =
    ts.isPropertyAccessExpression(node) || ts.isJsxAttribute(node) || ts.isImportOrExportSpecifier(node)
  return !isOfOthers && !ts.isMetaProperty(node)
}

function parsed(path: string, source: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
}
