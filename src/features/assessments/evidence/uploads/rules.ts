import type { Day } from '#domain/formats.ts'
import { fileLimits } from '#features/assessments/files/rules.ts'
import { acceptedKinds } from '../rules.ts'

export type Upload = {
  /** Null before the server has given it one. */
  uploadId: string | null
  applicationId: string
  criterionId: string
  /** Empty for a document without a last day. */
  expiresOn: Day | ''
  file: File
}

export type ShownUpload = {
  key: string
  criterionId: string
  name: string
  bytes: number
  /** Bytes that the server has stored. */
  sent: number
  phase: 'waiting' | 'sending' | 'offline' | 'retrying' | 'failed'
  problem: string
}

/** As far as the browser can tell; null where it can be sent. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size === 0) return 'The file is empty.'
  if (size > fileLimits.fileBytes) return 'The file is larger than 20 MB. Make it smaller, or split it in two.'
  const isKnown = acceptedKinds.split(',').some((ending) => name.toLowerCase().endsWith(ending))
  return isKnown ? null : 'We take PDF, Word (.docx), Excel (.xlsx), JPEG, PNG and HEIC files only.'
}

export function phaseWords({ phase, sent, bytes, problem }: ShownUpload): string {
  const percent = `${Math.floor((sent / bytes) * 100)}%`
  const words = {
    waiting: 'Waiting for other files',
    sending: `Sending: ${percent}`,
    offline: `Offline at ${percent}. Sending continues when you are connected again`,
    retrying: `Interrupted at ${percent}. Sending continues automatically`,
    failed: `Not sent. ${problem}`,
  }
  return words[phase]
}
