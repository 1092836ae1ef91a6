import { dirname, join } from 'node:path'

/** The file that an import of `file` names (`#` as in package.json), relative or absolute as `file` is; null for a package. */
export function importedFile(root: string, file: string, specifier: string): string | null {
  if (specifier.startsWith('#test/')) return join(root, specifier.slice(1))
  if (specifier.startsWith('#')) return join(root, 'src', specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(file), specifier) : null
}
