import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { importedFile } from '#build/imported-file.ts'
import { projectRoot } from '#process/project-root.ts'

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

/** Every source file of the product, without its tests, as a path from the project's folder. */
export function sourceFiles(): string[] {
  return [...new Glob('src/**/*.{ts,tsx}').scanSync(projectRoot)]
    .filter((path) => !/\.test\.tsx?$|\.test-setup\.ts$|-fixture\.ts$/.test(path))
    .sort()
}

/** The files of ours that a file imports when it runs; what is imported for its types alone is gone by then. */
export function runtimeImports(path: string): string[] {
  return scan(path).flatMap((found) => resolve(path, found.path))
}

/** What a file cannot be loaded without: files of ours, and packages by their names. */
export function staticImports(path: string): { files: string[]; packages: string[] } {
  const specifiers = scan(path)
    .filter((found) => found.kind === 'import-statement')
    .map((found) => found.path)
  return {
    files: specifiers.flatMap((specifier) => resolve(path, specifier)),
    packages: specifiers.filter((specifier) => !/^[.#]/.test(specifier)),
  }
}

function scan(path: string): { kind: string; path: string }[] {
  return transpilers[path.endsWith('.tsx') ? 'tsx' : 'ts'].scanImports(read(path))
}

/** The files of ours that a file imports, types included. */
export function allImports(path: string): string[] {
  const specifiers = [...read(path).matchAll(/(?:from|import)\s*\(?\s*['"]([.#][^'"]+)['"]/g)].map((match) => match[1]!)
  return specifiers.flatMap((specifier) => resolve(path, specifier))
}

/** Its text. */
export function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

function resolve(from: string, specifier: string): string[] {
  const path = importedFile('', from, specifier)
  return path && existsSync(join(projectRoot, path)) ? [path] : []
}
