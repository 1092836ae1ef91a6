import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeDurably } from './write-durably.ts'

/** What one signature added, as `bun run bring-back-log` needs it; `leaf` is the text of docs/public-log.md. */
export type StoredCheckpoint = { note: string; first: number; leaves: StoredLeaf[] }
export type StoredLeaf = { id: number; entryId: string; leaf: string }

/**
 * Where every checkpoint of the public log goes before it is published, on another machine than the database. Only read and added to: its
 * rights need not allow anything else. Each call throws where the store does not answer.
 */
export type CheckpointStore = ReturnType<typeof openCheckpointStore>

type Files = {
  /** The names below a folder in the order of letters, from the first on. */
  list: (folder: string, most: number) => Promise<string[]>
  read: (path: string) => Promise<string>
  /** On the disk of the store when it returns. */
  write: (path: string, text: string) => Promise<void>
}

/** For each call: signing holds its lock meanwhile. */
const patienceMs = 10_000

/** So that the newest comes first in a list by name, of which servers tell the beginning. */
const largestSize = 999_999_999_999
const nameOf = (size: number) => `${String(largestSize - size).padStart(12, '0')}.json`

/** @param address `file:///folder`, or `https://key:secret@host/bucket/folder?region=…` for a server that speaks S3. */
export function openCheckpointStore(address: string) {
  const url = new URL(address)
  const files = inTime(url.protocol === 'file:' ? inFolder(fileURLToPath(url)) : inBucket(url))
  return { newest, after, add }

  async function newest(origin: string): Promise<StoredCheckpoint | null> {
    const [name] = await files.list(folderOf(origin), 1)
    return name === undefined ? null : await read(origin, name)
  }

  /** Those of more than `size` entries, from the smallest on. */
  async function after(origin: string, size: number): Promise<StoredCheckpoint[]> {
    const names = await files.list(folderOf(origin), Number.POSITIVE_INFINITY)
    const later = names.filter((name) => name < nameOf(size)).reverse()
    const stored: StoredCheckpoint[] = []
    for (const name of later) stored.push(await read(origin, name))
    return stored
  }

  async function add(origin: string, size: number, stored: StoredCheckpoint): Promise<void> {
    await files.write(`${folderOf(origin)}/${nameOf(size)}`, JSON.stringify(stored))
  }

  async function read(origin: string, name: string): Promise<StoredCheckpoint> {
    return JSON.parse(await files.read(`${folderOf(origin)}/${name}`)) as StoredCheckpoint
  }
}

/** A disk of the network or a server that says nothing counts as one that does not answer. */
function inTime({ list, read, write }: Files): Files {
  return {
    list: (...given) => within(list(...given)),
    read: (path) => within(read(path)),
    write: (path, text) => within(write(path, text)),
  }
}

async function within<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: Timer | undefined
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The store of checkpoints does not answer.')), patienceMs)
  })
  return await Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}

function folderOf(origin: string): string {
  return origin.replaceAll(/[^\w.-]/g, '_')
}

function inFolder(root: string): Files {
  return {
    list: async (folder, most) => {
      const names = await readdir(join(root, folder)).catch((problem: NodeJS.ErrnoException) => {
        if (problem.code === 'ENOENT') return []
        throw problem
      })
      return names
        .filter((name) => name.endsWith('.json'))
        .sort()
        .slice(0, most)
    },
    read: (path) => readFile(join(root, path), 'utf8'),
    write: async (path, text) => {
      const whole = join(root, path)
      // The folder itself has to be there: an empty one in the place of a disk that is not mounted would hold nothing of the log.
      await mkdir(join(whole, '..')).catch((problem: NodeJS.ErrnoException) => {
        if (problem.code !== 'EEXIST') throw problem
      })
      const part = `${whole}.${process.pid}`
      const file = await open(part, 'w')
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      // Whole or not at all, and never over what is there.
      await link(part, whole).finally(() => unlink(part))
    },
  }
}

function inBucket({ protocol, host, pathname, username, password, searchParams }: URL): Files {
  const [bucketName, ...folders] = pathname.slice(1).split('/').filter(Boolean)
  const root = folders.map((folder) => `${decodeURIComponent(folder)}/`).join('')
  const bucket = new Bun.S3Client({
    endpoint: `${protocol}//${host}`,
    bucket: decodeURIComponent(bucketName!),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
  })
  return {
    list: async (folder, most) => {
      const prefix = `${root}${folder}/`
      const names: string[] = []
      for (let startAfter: string | undefined; names.length < most; ) {
        const page = await bucket.list({ prefix, maxKeys: Math.min(most, 1000), ...(startAfter && { startAfter }) })
        const keys = (page.contents ?? []).map(({ key }) => key)
        names.push(...keys.map((key) => key.slice(prefix.length)))
        startAfter = keys.at(-1)
        if (!page.isTruncated || startAfter === undefined) break
      }
      return names
    },
    read: (path) => bucket.file(root + path).text(),
    write: async (path, text) => void (await bucket.write(root + path, text, { type: 'application/json' })),
  }
}

export type CheckpointFile = ReturnType<typeof checkpointFile>

export function checkpointFile(path: string) {
  const signing = `${path}.signing`
  // Without the file nobody would sign, so it is on the disk before what follows.
  return {
    read: () => (existsSync(path) ? [readFileSync(path, 'utf8')] : []),
    /** The note about to be committed: a process that ends in that moment knows it again as its own. */
    begin: (note: string) => writeDurably(signing, note),
    begun: () => (existsSync(signing) ? readFileSync(signing, 'utf8') : null),
    keep: (note: string) => writeDurably(path, note),
  }
}
