import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'
import { projectRoot } from '../../src/project-root.ts'

const transpiler = new Bun.Transpiler({ loader: 'tsx' })

/** Every source file of the product, without its tests, as a path from the project's folder. */
export function sourceFiles(): string[] {
  return [...new Glob('src/**/*.{ts,tsx}').scanSync(projectRoot)]
    .filter((path) => !/\.test\.tsx?$|\.test-setup\.ts$|-under-test\.ts$/.test(path))
    .sort()
}

/** The files of ours that a file imports when it runs; what is imported for its types alone is gone by then. */
export function runtimeImports(path: string): string[] {
  return transpiler
    .scanImports(read(path))
    .map((found) => found.path)
    .flatMap((specifier) => resolve(path, specifier))
}

/** The files of ours that a file imports, types included. */
export function allImports(path: string): string[] {
  const specifiers = [...read(path).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map((match) => match[1]!)
  return specifiers.flatMap((specifier) => resolve(path, specifier))
}

export function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

function resolve(from: string, specifier: string): string[] {
  if (!specifier.startsWith('.')) return []
  const path = normalize(join(dirname(from), specifier))
  return existsSync(join(projectRoot, path)) ? [path] : []
}
