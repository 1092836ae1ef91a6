import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import type { MoveState } from '#ui/moves.ts'
import { ApiError, callApi } from '#wire/call-api.ts'
import { maxPieces, pieceCharacters, piecesOf } from './rules.ts'

/** `sent` is a percentage, null while nothing is being sent. */
export function useUpload() {
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [, navigate] = useLocation()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent !== null) return
    const input = event.currentTarget.elements.namedItem('file') as HTMLInputElement
    const file = input.files?.[0]
    setProblem(null)
    if (!file || file.size === 0) return setProblem('Choose a CSV file that is not empty.')
    // Before the whole file is read into memory.
    if (file.size > maxPieces * pieceCharacters) return setProblem('The file is larger than 50 MB.')
    setSent(0)
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      const pieces = piecesOf(text)
      if (pieces.length > maxPieces) return setProblem('The file is larger than 50 MB.')
      const body = { fileName: file.name.slice(0, 200), pieces: pieces.length }
      const { id } = await callApi<{ id: string }>('beginNationalImport', { body })
      for (const [position, piece] of pieces.entries()) {
        const path = apiPath('sendNationalImportPiece', { id, position: String(position) })
        const response = await fetch(path, { method: 'POST', body: piece, headers: { 'content-type': 'text/plain' } })
        if (!response.ok) throw new ApiError(response.status, await response.text())
        setSent(Math.round(((position + 1) / pieces.length) * 100))
      }
      navigate(adminHref('nationalImport', { import: id }), { state: 'refresh' satisfies MoveState })
    } catch (failed) {
      setProblem(sentenceOf(failed))
    } finally {
      setSent(null)
    }
  }
  return { submit, sent, problem }
}

function sentenceOf(failed: unknown): string {
  if (failed instanceof ApiError) return failed.failure?.error ?? 'The file could not be sent. Try again.'
  // The decoder and a lost connection both throw a TypeError; the file is at fault only when it was being decoded.
  if (failed instanceof TypeError && /decod|encod/i.test(failed.message)) {
    return 'The file is not in UTF-8. Save it as "CSV UTF-8" and try again.'
  }
  return 'The file could not be sent. Try again.'
}
