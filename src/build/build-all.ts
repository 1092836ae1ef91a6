import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { type BuildOptions, buildBrowser } from './browser.ts'
import { buildServer } from './server.ts'

const dist = join(projectRoot, 'dist')
const builders: Record<'browser' | 'server', (folder: string, options: BuildOptions) => Promise<void>> = {
  browser: buildBrowser,
  server: buildServer,
}

/** Builds beside what is there and replaces it when complete: a running site never sees half a build. */
export async function buildAll(parts: (keyof typeof builders)[], options: BuildOptions = {}): Promise<void> {
  const fresh = join(dist, `.fresh-${process.pid}`)
  mkdirSync(fresh, { recursive: true })
  try {
    await Promise.all(parts.map((part) => builders[part](join(fresh, part), options)))
    for (const part of parts) {
      rmSync(join(dist, part), { recursive: true, force: true })
      renameSync(join(fresh, part), join(dist, part))
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
