import { dirname, join } from 'node:path'

/**
 * Where a program is that the running one starts: beside it when it is built, or in the sources. By what runs, since the build writes
 * `import.meta` down as it was on the machine that built.
 *
 * @param running path of the program that runs.
 */
export function programPath(name: 'convert-document' | 'pdf-worker', running = Bun.main): string {
  return running.endsWith('.js') ? join(dirname(running), `${name}.js`) : join(import.meta.dir, '../jobs', `${name}.ts`)
}
