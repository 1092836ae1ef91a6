import { apiPath } from '#api.ts'
import type { EvidenceFile, UploadState } from '#features/assessments/files/schema.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import { refusalOf, type ShownUpload, type Upload } from '../rules.ts'

const maxAtOnce = 2

type RunningUpload = { upload: Upload; shown: ShownUpload; controller: AbortController }

export type Uploader = ReturnType<typeof createUploader>

/** Sends the files of one application's evidence, two at a time. */
export function createUploader(
  applicationId: string,
  { onChange, onArrived }: { onChange: (shown: ShownUpload[]) => void; onArrived: (file: EvidenceFile) => void },
) {
  let list: RunningUpload[] = []
  let isLeft = false
  return { add, cancel, retry, leave }

  /** Sends files for a criterion. What cannot be sent is shown as failed. */
  function add(files: readonly File[], { criterionId, expiresOn }: { criterionId: string; expiresOn: string }) {
    for (const file of files) {
      const key = crypto.randomUUID()
      const problem = refusalOf(file)
      list.push({
        upload: { uploadId: null, applicationId, criterionId, expiresOn, file },
        shown: {
          key,
          criterionId,
          name: file.name,
          bytes: file.size,
          sent: 0,
          phase: problem ? 'failed' : 'waiting',
          problem: problem ?? '',
        },
        controller: new AbortController(),
      })
    }
    sendNext()
  }

  /** Stops an upload, or takes one that failed off the list. */
  function cancel(key: string) {
    const found = list.find(({ shown }) => shown.key === key)
    if (!found) return
    list = list.filter((each) => each !== found)
    stop(found)
    sendNext()
  }

  function stop({ controller, upload: { uploadId } }: RunningUpload) {
    controller.abort()
    if (uploadId) void callApi('cancelEvidenceUpload', { params: { id: uploadId }, keepalive: true }).catch(() => {})
  }

  /** Sends one that failed once more. */
  function retry(key: string) {
    const found = list.find(({ shown }) => shown.key === key)
    if (found?.shown.phase !== 'failed' || refusalOf(found.upload.file)) return
    Object.assign(found.shown, { phase: 'waiting', problem: '' })
    sendNext()
  }

  /** Cancels all of them, so that they no longer count against the limit of unfinished uploads. */
  function leave() {
    isLeft = true
    list.forEach(stop)
  }

  function sendNext() {
    const busy = list.filter(({ shown: { phase } }) => phase !== 'waiting' && phase !== 'failed').length
    const next = list.filter(({ shown }) => shown.phase === 'waiting').slice(0, maxAtOnce - busy)
    for (const running of next) {
      running.shown.phase = 'sending'
      void send(running)
    }
    publish()
  }

  async function send(running: RunningUpload) {
    const { upload, shown, controller } = running
    const change = (more: Partial<ShownUpload>) => {
      Object.assign(shown, more)
      publish()
    }
    try {
      const file = await sendFile(upload, {
        signal: controller.signal,
        onBegun: (uploadId) => {
          upload.uploadId = uploadId
        },
        onSent: (sent) => change({ sent }),
        onWait: (wait) => change({ phase: wait ?? 'sending' }),
      })
      list = list.filter((each) => each !== running)
      onArrived(file)
    } catch (problem) {
      if (controller.signal.aborted) return
      Object.assign(shown, { phase: 'failed', problem: sentenceOf(problem) })
    }
    sendNext()
  }

  function publish() {
    if (!isLeft) onChange(list.map(({ shown }) => ({ ...shown })))
  }
}

function sentenceOf(problem: unknown): string {
  const unknown = 'Something went wrong. Choose it again.'
  if (!(problem instanceof ApiError)) return unknown
  const [field] = problem.failure?.fields ?? []
  return field ? `${field.message}.` : (problem.failure?.error ?? unknown)
}

/** Milliseconds before each further attempt. */
const waits = [1000, 2000, 4000, 8000, 15_000, 30_000]

type Watcher = {
  signal: AbortSignal
  onBegun: (uploadId: string) => void
  onSent: (bytes: number) => void
  /** Null once it goes on. */
  onWait: (wait: 'offline' | 'retrying' | null) => void
}

/**
 * Sends a file in pieces, after a failed attempt from where that ended, and waits out a lost connection or a busy server.
 *
 * @throws ApiError for what the server refuses, and an AbortError once it is cancelled.
 */
async function sendFile(upload: Upload, watcher: Watcher): Promise<EvidenceFile> {
  const { file } = upload
  const call = <Answer>(make: () => Promise<Answer>) => untilAnswered(make, watcher)
  const { signal } = watcher
  let state = await call(() => begin(upload, signal))
  watcher.onBegun(state.id)
  const params = { id: state.id }
  while (state.toSend.length > 0) {
    const { toSend, pieceBytes } = state
    const sizeOf = (position: number) => Math.min(pieceBytes, file.size - position * pieceBytes)
    watcher.onSent(toSend.reduce((left, position) => left - sizeOf(position), file.size))
    const [position] = toSend
    const piece = file.slice(position! * pieceBytes, position! * pieceBytes + sizeOf(position!))
    state = await call(() => sendPiece(state.id, position!, piece, signal))
  }
  watcher.onSent(file.size)
  return await call(() => callApi<EvidenceFile>('finishEvidenceUpload', { params, signal }))
}

/** What was begun before goes on, unless the server has deleted it. */
async function begin(upload: Upload, signal: AbortSignal): Promise<UploadState> {
  const { uploadId, applicationId, criterionId, expiresOn, file } = upload
  if (uploadId) {
    try {
      return await callApi<UploadState>('readEvidenceUpload', { params: { id: uploadId }, signal })
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.status === 404)) throw problem
    }
  }
  const { name, size: bytes } = file
  return await callApi<UploadState>('startEvidenceUpload', {
    body: { applicationId, criterionId, name, bytes, expiresOn, noLastDay: expiresOn === '' },
    signal,
  })
}

async function sendPiece(id: string, position: number, piece: Blob, signal: AbortSignal): Promise<UploadState> {
  const response = await fetch(apiPath('sendEvidencePiece', { id, position: String(position) }), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: piece,
    signal,
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return (await response.json()) as UploadState
}

async function untilAnswered<Answer>(
  make: () => Promise<Answer>,
  { signal, onWait }: Pick<Watcher, 'signal' | 'onWait'>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await make()
      if (attempt > 0) onWait(null)
      return answer
    } catch (problem) {
      if (signal.aborted) throw problem
      if (problem instanceof ApiError && problem.status !== 429 && problem.status < 500) throw problem
      onWait(navigator.onLine ? 'retrying' : 'offline')
      await pause(waits[Math.min(attempt, waits.length - 1)]!, signal)
    }
  }
}

/** Waits that long, or until the connection is back. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
  signal.throwIfAborted()
}
