import { dirname, join, relative } from 'node:path'
import { adminPages, type PageId } from '../admin-pages.ts'
import type { PageEntry } from '../pages.ts'

const modulesFile = 'src/shell/page-modules.ts'
const frameFile = 'src/shell/admin-frame.tsx'
const refusedFile = 'src/shell/refused-page.tsx'
const entryFile = 'src/browser/entry.tsx'

/**
 * The components that only people of the admin area see: what its pages and its frame import, and no page of a visitor does.
 *
 * @param root the folder of package.json. @returns paths from there.
 */
export async function adminFiles(root: string): Promise<Set<string>> {
  const imports = importsIn(root)
  const first = [...(await pageFiles(root)), frameFile, refusedFile]
  const visitors = await reach(entryFile, imports, new Set(first))
  const found = new Set<string>()
  for (const file of first) await reach(file, imports, visitors, found)
  return found
}

/** The modules of the pages behind the sign-in. */
async function pageFiles(root: string): Promise<string[]> {
  const table: Record<string, PageEntry> = adminPages
  const source = await Bun.file(join(root, modulesFile)).text()
  const modules = [...source.matchAll(/^ {2}(\w+): \(\) => import\('([^']+)'\)/gm)]
  return modules
    .filter(([, page]) => (table[page as PageId]?.permission ?? 'anyone') !== 'anyone')
    .map(([, , path]) => join(dirname(modulesFile), path!))
}

/** Every file that one leads to, itself included, but none of `shut` and what only they lead to. */
async function reach(
  file: string,
  imports: (file: string) => Promise<string[]>,
  shut: ReadonlySet<string>,
  found = new Set<string>(),
): Promise<Set<string>> {
  if (found.has(file) || shut.has(file)) return found
  found.add(file)
  for (const next of await imports(file)) await reach(next, imports, shut, found)
  return found
}

/** What a file imports of ours, as paths from the project's folder; types are not among it. */
function importsIn(root: string): (file: string) => Promise<string[]> {
  // A generic function of a .ts file reads as an element where elements may be.
  const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }
  const known = new Map<string, string[]>()
  return async (file) => {
    const kept = known.get(file)
    if (kept) return kept
    const from = join(root, file)
    const paths = transpilers[file.endsWith('x') ? 'tsx' : 'ts']
      .scanImports(await Bun.file(from).text())
      .flatMap(({ path }) => (/^\..*\.tsx?$/.test(path) ? [relative(root, join(dirname(from), path))] : []))
    known.set(file, paths)
    return paths
  }
}
