import { dirname, join } from 'node:path'

/**
 * The file of ours that an import names (`#` names what package.json says under `imports`), as a path of the same kind as `file`; null for a
 * package. @param file the importing file, below `root`.
 */
export function importedFile(root: string, file: string, specifier: string): string | null {
  if (specifier.startsWith('#test/')) return join(root, specifier.slice(1))
  if (specifier.startsWith('#')) return join(root, 'src', specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(file), specifier) : null
}
