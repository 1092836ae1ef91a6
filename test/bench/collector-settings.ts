import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'

/** What the image tells the garbage collector (docs/decisions/0074-memory.md), for processes that are measured without it. */
export const collectorSettings: Record<string, string> = Object.fromEntries(
  [...readFileSync(join(projectRoot, 'Dockerfile'), 'utf8').matchAll(/\b(BUN_JSC_\w+)=(\S+)/g)].map(
    ([, name, value]) => [name!, value!],
  ),
)
if (Object.keys(collectorSettings).length === 0) throw new Error('The Dockerfile has no settings for the collector.')
