import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageIds } from '#http/all-pages.ts'
import { projectRoot } from '#process/project-root.ts'

export const handlersFile = 'src/http/handlers.ts'

/** The table of handlers: each page leads to the module of src/features that imports `page()` and exports one under its name; pages without one are fixed. */
export function withHandlers(source: string): string {
  const modules = new Map<string, string>()
  for (const path of new Bun.Glob('features/**/*.ts').scanSync(join(projectRoot, 'src'))) {
    const text = readFileSync(join(projectRoot, 'src', path), 'utf8')
    if (path.endsWith('.test.ts') || !text.includes(`'#page/page.ts'`)) continue
    for (const [, name = ''] of text.matchAll(/^export const (\w+) = /gm)) modules.set(name, path)
  }
  const handlerOf = (page: string) => (modules.has(page) ? `() => import('#${modules.get(page)}')` : 'fixedPage')
  const lines = pageIds.map((page) => `  ${page}: ${handlerOf(page)},\n`)
  return source.replace(/(\nconst handlers: .* = \{\n)[\s\S]*?(?=\}\n)/, (_, start) => start + lines.join(''))
}

if (import.meta.main) {
  const path = join(projectRoot, handlersFile)
  await Bun.write(path, withHandlers(readFileSync(path, 'utf8')))
}
