import { form, text } from '#wire/define-form.ts'

/** `checked` waits for somebody to confirm it. */
export type ImportState = 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'failed'

/** Together 50 MB of plain text. */
export const maxPieces = 400
export const pieceCharacters = 128 * 1024

/** The largest file that the form takes without a script, in bytes: with the form around it, it has to fit one request. */
export const plainUploadBytes = 480 * 1024

/** How many refused rows are named. */
export const maxProblems = 200

export type ImportCheck = {
  /** Rows of the file, refused ones too. */
  rows: number
  refused: number
  /** The first of the refused, by line. */
  problems: { line: number; reason: string }[]
  /** Columns that mean nothing to us. */
  ignored: string[]
}

export const confirmForm = form({ import: text({ label: 'File', max: 36 }) })

export const stateWords: Record<ImportState, string> = {
  receiving: 'Not sent completely',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  importing: 'Being imported',
  done: 'Imported',
  failed: 'Failed',
}

export function isUnderWay(state: ImportState): boolean {
  return state === 'checking' || state === 'importing'
}

/** A text in pieces, none of them parting the two halves of a character. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length || pieces.length === 0; ) {
    let to = Math.min(from + pieceCharacters, text.length)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to--
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
