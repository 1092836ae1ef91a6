/** `checked` waits for somebody to confirm it. */
export type ImportState = 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'failed'

/** Together 50 MB of plain text. */
export const maxPieces = 400
export const pieceCharacters = 128 * 1024

/** In bytes: with the form around it, the file has to fit one request. */
export const plainUploadBytes = 480 * 1024

export const maxProblems = 200

export type ImportCheck = {
  rows: number
  refused: number
  problems: { line: number; reason: string }[]
  ignored: string[]
}

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

/** Never splits a surrogate pair. */
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
