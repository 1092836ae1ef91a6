import { readableText } from '#wire/clean-text.ts'

const megabyte = 1024 * 1024

/** What may be sent as evidence; sizes in bytes. */
export const fileLimits = {
  /** Of one file. */
  fileBytes: 20 * megabyte,
  /** Of an application: of all that is kept for it, and of what it sends in a day. */
  applicationBytes: 200 * megabyte,
  /** In a day, of all applications that are sent from one network, and of all that one mailbox applied with. */
  senderBytes: 400 * megabyte,
  /** Of each piece but the last, which holds the rest. */
  pieceBytes: megabyte,
  /** Unfinished uploads of an application at the same time. */
  unfinished: 10,
  /** After which an unfinished upload is deleted. */
  unfinishedHours: 24,
  /** Pages of a PDF that are shown as pictures; the number of its pages is its sender's word. */
  shownPages: 500,
  /** Of these, pictures in one list. */
  listedPages: 20,
  /** Characters of a name. */
  name: 120,
}

/** Of a last day that cannot be taken. */
export const dayMalformed = 'Enter the day, month and year'
export const dayOver = 'This day is over. Send a document that is still valid'
/** Said where a criterion asks for a last day and none is given; the first where its form asks for nothing else. */
export const dayMissing = 'Give the last day of the document'
export const noDayGiven = `${dayMissing}, or say that it has none`

/** How many pieces a file of so many bytes comes in. */
export function pieceCount(bytes: number): number {
  return Math.ceil(bytes / fileLimits.pieceBytes)
}

/** How many bytes a piece holds. */
export function pieceSize(bytes: number, position: number): number {
  return Math.min(fileLimits.pieceBytes, bytes - position * fileLimits.pieceBytes)
}

/**
 * The name of a file as its owner knows it, safe to show and to save: without folders, control characters, and the invisible ones that
 * turn the order of letters around (`fdp.exe` would show as `exe.pdf`). What is left of nothing is `document`.
 */
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
