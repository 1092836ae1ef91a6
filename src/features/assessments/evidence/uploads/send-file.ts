import { apiPath } from '#api.ts'
import type { EvidenceFile, UploadState } from '#features/assessments/files/schema.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import type { Upload } from './rules.ts'

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

function sizeOf(positions: number[], pieceBytes: number, bytes: number): number {
  return positions.reduce((sum, position) => sum + Math.min(pieceBytes, bytes - position * pieceBytes), 0)
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
