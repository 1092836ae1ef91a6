import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'

const drawing = (name: string) => readFileSync(join(projectRoot, 'public', name), 'utf8').trim()

export const crest = drawing('crest.svg')
/** Without the fine lines, which run together in small sizes. */
export const plainCrest = drawing('favicon.svg')
