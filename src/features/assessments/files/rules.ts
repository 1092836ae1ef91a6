import { readableText } from '#wire/clean-text.ts'

const megabyte = 1024 * 1024

export const fileLimits = {
  fileBytes: 20 * megabyte,
  /** Kept for one application, and sent for it in a day. */
  applicationBytes: 200 * megabyte,
  /** Sent in a day from one network, or with one mailbox. */
  senderBytes: 400 * megabyte,
  /** Each piece but the last. */
  pieceBytes: megabyte,
  /** For one application at the same time. */
  unfinished: 10,
  unfinishedHours: 24,
  /** Because the number of its pages is the sender's word. */
  shownPages: 500,
  listedPages: 20,
  /** In characters. */
  name: 120,
}

/** In the place of a criterion, of what came by email. */
export const mailedCriterion = 'email'

export const dayMalformed = 'Enter the day, month and year'
export const dayOver = 'This day is over. Send a document that is still valid'
export const dayMissing = 'Give the last day of the document'
export const noDayGiven = `${dayMissing}, or say that it has none`

export function pieceCount(bytes: number): number {
  return Math.ceil(bytes / fileLimits.pieceBytes)
}

export function pieceSize(bytes: number, position: number): number {
  return Math.min(fileLimits.pieceBytes, bytes - position * fileLimits.pieceBytes)
}

/** Without folders, control characters, and those that turn the order of letters around (`fdp.exe` would show as `exe.pdf`). */
export function safeFileName(given: string): string {
  const bare = readableText(given.toWellFormed())
    .replaceAll('\u0000', '')
    .replace(/^.*[/\\]/s, '')
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const [, base = bare, ending = ''] = /^(.+?)(\.[\p{L}\d]{1,8})?$/su.exec(bare) ?? []
  const name = [...base].slice(0, fileLimits.name - ending.length).join('') + ending
  return name || 'document'
}
