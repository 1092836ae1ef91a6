import { fileLimits } from '#features/assessments/files/rules.ts'
import type { Upload } from './rules.ts'

// Files that are on their way are held in the browser's database (`evidence-uploads`), so that a page that is loaded again goes on with
// them. What could not be stored there is sent all the same, and has to be chosen again after a reload.

const name = 'evidence-uploads'
const maxAgeMs = fileLimits.unfinishedHours * 3_600_000

/** Holds an upload, or what has become of it. */
export async function keepUpload(upload: Upload): Promise<void> {
  await inStore('readwrite', (store) => store.put(upload)).catch(() => {})
}

/** Lets go of an upload that is over. */
export async function dropUpload(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key)).catch(() => {})
}

/** The uploads of an application that were not over when its page was left, the oldest first. Those that the server has deleted go. */
export async function listKeptUploads(applicationId: string): Promise<Upload[]> {
  const all = (await inStore('readonly', (store) => store.getAll()).catch(() => [])) as Upload[]
  const isOld = ({ begunAt }: Upload) => begunAt < Date.now() - maxAgeMs
  for (const upload of all.filter(isOld)) await dropUpload(upload.key)
  return all
    .filter((upload) => upload.applicationId === applicationId && !isOld(upload))
    .toSorted((one, other) => one.begunAt - other.begunAt)
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await answerOf(opening())
  try {
    return await answerOf(ask(database.transaction(name, mode).objectStore(name)))
  } finally {
    database.close()
  }
}

function opening(): IDBOpenDBRequest {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath: 'key' })
  return request
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
}
