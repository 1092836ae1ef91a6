import { stat } from 'node:fs/promises'

/** Keeps what `work` makes of a file until the file changes: `bun run dev` builds many times in one process. */
export function perFile<T>(work: (text: string, path: string) => T | Promise<T>): (path: string) => Promise<T> {
  const kept = new Map<string, { changedAt: number; made: T }>()
  return async (path) => {
    const { mtimeMs } = await stat(path)
    const known = kept.get(path)
    if (known?.changedAt === mtimeMs) return known.made
    const made = await work(await Bun.file(path).text(), path)
    kept.set(path, { changedAt: mtimeMs, made })
    return made
  }
}
