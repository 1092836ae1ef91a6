import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { isBrowserSafe } from '#build/browser-boundary.ts'
import { projectRoot } from '#process/project-root.ts'

// Whoever imports this has what browsers load: it is made where it is missing or older than a source of it. It is done at the import because
// a hook of a test may not take that long. Test processes beside this one wait for it.
await makeIfOld()

async function makeIfOld(): Promise<void> {
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  const lock = join(projectRoot, 'dist/.building')
  for (const end = Date.now() + 300_000; isOld(); await Bun.sleep(100)) {
    try {
      mkdirSync(lock)
    } catch {
      // Left behind by a process that was killed: on a busy machine a build takes more than a minute.
      if (Date.now() > end) rmSync(lock, { recursive: true, force: true })
      continue
    }
    try {
      console.info('The browser build is missing or older than the sources: it is made now.')
      const { exitCode, stderr } = Bun.spawnSync(['bun', join(projectRoot, 'src/build/build.ts'), 'browser'])
      if (exitCode !== 0) throw new Error(stderr.toString())
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
}

function isOld(): boolean {
  const changedAt = (path: string) => statSync(join(projectRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const madeAt = changedAt('dist/browser/manifest.json')
  const sources = [...new Glob('src/**/*.{ts,tsx,css}').scanSync(projectRoot)].filter(
    (path) => isBrowserSafe(path) || path.endsWith('.css'),
  )
  return ['uno.config.ts', 'bun.lock', ...sources].some((path) => changedAt(path) > madeAt)
}
