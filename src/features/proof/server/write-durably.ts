import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Processes may share a folder. */
const own = `${process.pid}-${Math.random().toString(36).slice(2)}`

/** Whole or not at all, and on the disk with its folder before it returns. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  onDisk(`${path}.${own}`, 'w', (file) => writeFileSync(file, content))
  renameSync(`${path}.${own}`, path)
  onDisk(dirname(path), 'r')
}

function onDisk(path: string, flags: 'r' | 'w', work?: (file: number) => void): void {
  const file = openSync(path, flags)
  try {
    work?.(file)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
