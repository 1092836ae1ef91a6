import { fileLimits } from '#features/assessments/files/rules.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import { refusalOf, type ShownUpload, sentAtOnce, type Upload } from './rules.ts'
import { sendFile } from './send-file.ts'

type Running = { upload: Upload; shown: ShownUpload; controller: AbortController }

export type Uploader = {
  /** Sends files for a criterion. What cannot be sent is shown as failed. */
  add: (files: readonly File[], about: { criterionId: string; expiresOn: string }) => void
  /** Stops an upload, or takes one that failed off the list. */
  cancel: (key: string) => void
  /** Sends one that failed once more. */
  retry: (key: string) => void
  /** Stops all of them without giving any up: the next page goes on with them. */
  leave: () => void
}

/**
 * Sends the files of one application's evidence, two at a time, and goes on with those that an earlier page has left.
 *
 * @param onChange hears how all of them stand.
 * @param onArrived a file has arrived whole.
 */
export function createUploader(
  applicationId: string,
  { onChange, onArrived }: { onChange: (shown: ShownUpload[]) => void; onArrived: (file: EvidenceFile) => void },
): Uploader {
  let list: Running[] = []
  let isLeft = false
  void listKeptUploads(applicationId).then((kept) => {
    if (isLeft) return
    list.push(...kept.filter(({ key }) => !list.some((each) => each.upload.key === key)).map(runningOf))
    sendNext()
  })
  return { add, cancel, retry, leave }

  function add(files: readonly File[], { criterionId, expiresOn }: { criterionId: string; expiresOn: string }) {
    for (const file of files) {
      const key = crypto.randomUUID()
      const upload = { key, uploadId: null, applicationId, criterionId, expiresOn, file, begunAt: Date.now() }
      const running = runningOf(upload)
      const refused = refusalOf(file)
      if (refused) Object.assign(running.shown, { phase: 'failed', problem: refused })
      else void keepUpload(upload)
      list.push(running)
    }
    sendNext()
  }

  function cancel(key: string) {
    const found = list.find((each) => each.upload.key === key)
    if (!found) return
    list = list.filter((each) => each !== found)
    found.controller.abort()
    void dropUpload(key)
    const { uploadId } = found.upload
    if (uploadId) void callApi('cancelEvidenceUpload', { params: { id: uploadId }, keepalive: true }).catch(() => {})
    sendNext()
  }

  function retry(key: string) {
    const found = list.find((each) => each.upload.key === key)
    if (found?.shown.phase !== 'failed' || refusalOf(found.upload.file)) return
    Object.assign(found.shown, { phase: 'waiting', problem: '' })
    void keepUpload(found.upload)
    sendNext()
  }

  function leave() {
    isLeft = true
    for (const { controller } of list) controller.abort()
  }

  function sendNext() {
    const busy = list.filter(({ shown: { phase } }) => phase !== 'waiting' && phase !== 'failed').length
    const next = list.filter(({ shown }) => shown.phase === 'waiting').slice(0, sentAtOnce - busy)
    for (const running of next) {
      running.shown.phase = 'sending'
      void send(running)
    }
    tell()
  }

  async function send(running: Running) {
    const { upload, shown, controller } = running
    const change = (more: Partial<ShownUpload>) => {
      Object.assign(shown, more)
      tell()
    }
    try {
      const file = await sendFile(upload, {
        signal: controller.signal,
        onBegun: (uploadId) => {
          upload.uploadId = uploadId
          void keepUpload(upload)
        },
        onSent: (sent) => change({ sent }),
        onWait: (wait) => change({ phase: wait ?? 'sending' }),
      })
      list = list.filter((each) => each !== running)
      await dropUpload(upload.key)
      onArrived(file)
    } catch (problem) {
      if (controller.signal.aborted) return
      // Tried again after a reload, it would be refused once more.
      await dropUpload(upload.key)
      Object.assign(shown, { phase: 'failed', problem: sentenceOf(problem) })
    }
    sendNext()
  }

  function tell() {
    if (!isLeft) onChange(list.map(({ shown }) => ({ ...shown })))
  }
}

function runningOf(upload: Upload): Running {
  const { key, criterionId, file } = upload
  const shown = { key, criterionId, name: file.name, bytes: file.size, sent: 0, phase: 'waiting', problem: '' } as const
  return { upload, shown: { ...shown }, controller: new AbortController() }
}

function sentenceOf(problem: unknown): string {
  const unknown = 'Something went wrong. Choose it again.'
  if (!(problem instanceof ApiError)) return unknown
  const [field] = problem.failure?.fields ?? []
  return field ? `${field.message}.` : (problem.failure?.error ?? unknown)
}

// Files that are on their way are held in the browser's database (`evidence-uploads`), so that a page that is loaded again goes on with
// them. What could not be stored there is sent all the same, and has to be chosen again after a reload.

const name = 'evidence-uploads'
const maxAgeMs = fileLimits.unfinishedHours * 3_600_000

/** Holds an upload, or what has become of it. */
async function keepUpload(upload: Upload): Promise<void> {
  await inStore('readwrite', (store) => store.put(upload)).catch(() => {})
}

/** Lets go of an upload that is over. */
async function dropUpload(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key)).catch(() => {})
}

/** The uploads of an application that were not over when its page was left, the oldest first. Those that the server has deleted go. */
async function listKeptUploads(applicationId: string): Promise<Upload[]> {
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
