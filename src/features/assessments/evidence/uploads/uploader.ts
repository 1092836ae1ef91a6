import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import { refusalOf, type ShownUpload, type Upload } from './rules.ts'
import { sendFile } from './send-file.ts'

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
