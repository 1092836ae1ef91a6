import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { PageEntry } from '#pages.ts'
import { projectRoot } from '#process/project-root.ts'
import { importedFile } from './imported-file.ts'
import { perFile } from './per-file.ts'

const tableFile = 'src/admin-pages.ts'
const modulesFile = 'src/shell/page-modules.ts'
const frameFile = 'src/shell/admin-frame.tsx'
const refusedFile = 'src/shell/refused-page.tsx'
const entryFile = 'src/browser/entry.tsx'

/** Components that no page of a visitor imports, as paths below `root`, the folder of package.json. */
export async function adminFiles(root: string): Promise<Set<string>> {
  const imports = async (file: string) =>
    (await importedBy(join(root, file))).map((imported) => relative(root, imported))
  const first = [...(await pageFiles(root)), frameFile, refusedFile]
  const visitors = await reach(entryFile, imports, new Set(first))
  const found = new Set<string>()
  for (const file of first) await reach(file, imports, visitors, found)
  return found
}

async function pageFiles(root: string): Promise<string[]> {
  const path = join(root, tableFile)
  // A module is loaded once under each name: with its time of change, `bun run dev` shows a new page at once.
  const { adminPages: table }: { adminPages: Record<string, PageEntry> } = await import(
    `${path}?${statSync(path).mtimeMs}`
  )
  const source = await Bun.file(join(root, modulesFile)).text()
  const modules = [...source.matchAll(/^ {2}(\w+): \(\) => import\('([^']+)'\)/gm)]
  return modules
    .filter(([, page]) => (table[page!]?.permission ?? 'anyone') !== 'anyone')
    .map(([, , path]) => importedFile('', modulesFile, path!)!)
}

/** Every file that one leads to, itself included, except `shut` and what only they lead to. */
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

// A generic function of a .ts file would be read as an element.
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

const importedBy = perFile((text, path) =>
  transpilers[path.endsWith('x') ? 'tsx' : 'ts']
    .scanImports(text)
    .flatMap((found) => importedFile(projectRoot, path, found.path) ?? [])
    .filter((found) => /\.tsx?$/.test(found)),
)
