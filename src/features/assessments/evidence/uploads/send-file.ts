import { apiPath } from '#api.ts'
import type { EvidenceFile, UploadState } from '#features/assessments/files/schema.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { Upload } from './rules.ts'

/** Before a call is made again, in milliseconds: longer each time. */
const waits = [1000, 2000, 4000, 8000, 15_000, 30_000]

type Watcher = {
  signal: AbortSignal
  /** The upload has its id: from here on it can be gone on with. */
  onBegun: (uploadId: string) => void
  /** Bytes that are stored by the server. */
  onSent: (bytes: number) => void
  /** What is waited for; null once it goes on. */
  onWait: (wait: 'offline' | 'retrying' | null) => void
}

/**
 * Sends a file in pieces, from where it was left. A lost connection, a server that is busy or away are waited out for as long as the page
 * is open.
 *
 * @throws ApiError for what the server refuses, and an AbortError once it is cancelled.
 */
export async function sendFile(upload: Upload, watcher: Watcher): Promise<EvidenceFile> {
  const { file } = upload
  const call = <Answer>(make: () => Promise<Answer>) => untilAnswered(make, watcher)
  const { signal } = watcher
  let state = await call(() => begin(upload, signal))
  watcher.onBegun(state.id)
  const params = { id: state.id }
  while (state.toSend.length > 0) {
    watcher.onSent(file.size - sizeOf(state.toSend, state.pieceBytes, file.size))
    const [position] = state.toSend
    const from = position! * state.pieceBytes
    const piece = file.slice(from, Math.min(from + state.pieceBytes, file.size))
    state = await call(() => sendPiece(state.id, position!, piece, signal))
  }
  watcher.onSent(file.size)
  return await call(() => callApi<EvidenceFile>('finishEvidenceUpload', { params, signal }))
}

/** The state of an upload that was begun before; of one that the server has deleted meanwhile, it begins anew. */
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

/** Bytes of these pieces of a file. */
function sizeOf(positions: number[], pieceBytes: number, bytes: number): number {
  return positions.reduce((sum, position) => sum + Math.min(pieceBytes, bytes - position * pieceBytes), 0)
}

/** Makes a call until it is answered. What the server refuses for good is thrown at once. */
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

/** Waits so long, or until the connection is back; offline for nothing else. */
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
