import { expect, test } from 'bun:test'
import { type Node, Project, type Type } from 'ts-morph'
import { projectRoot } from '#process/project-root.ts'

// What leaves the server: the names of every page's data, so that a row which is handed on whole cannot take an email address or a token along
// unseen. After a change that is meant, `bun test -u test/architecture/page-data.test.ts` writes them down.

test('every page sends what it is known to send', () => {
  const project = new Project({ tsConfigFilePath: `${projectRoot}/tsconfig.json`, skipAddingFilesFromTsConfig: true })
  project.addSourceFileAtPath(`${projectRoot}/src/shell/page-modules.ts`)
  project.resolveSourceFileDependencies()
  const pages = project
    .createSourceFile(
      `${projectRoot}/src/shell/page-data.ts`,
      "import type { DataOf, ShownPageId } from './page-modules.ts'\nexport type Pages = { [Id in ShownPageId]: DataOf<Id> }",
    )
    .getTypeAliasOrThrow('Pages')
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
