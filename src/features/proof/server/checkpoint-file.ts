import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type CheckpointFile = {
  read: () => string[]
  /** The note about to be committed: a process that ends in that moment knows it again as its own. */
  begin: (note: string) => void
  begun: () => string | null
  keep: (note: string) => void
}

export function checkpointFile(path: string): CheckpointFile {
  const signing = `${path}.signing`
  // Processes may share the folder.
  const own = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`
  return {
    read: () => (existsSync(path) ? [readFileSync(path, 'utf8')] : []),
    begin: (note) => write(signing, note),
    begun: () => (existsSync(signing) ? readFileSync(signing, 'utf8') : null),
    keep: (note) => {
      write(own, note)
      renameSync(own, path)
    },
  }
}

/** Without the file nobody would sign, so it is on the disk before what follows. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
