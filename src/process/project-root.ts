import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder with `sql/`, `public/` and `dist/`, for `src/` and the built bundle alike. */
export const projectRoot = findRoot(import.meta.dir)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'sql/migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The folder sql/migrations was not found beside the program.')
  return findRoot(parent)
}
