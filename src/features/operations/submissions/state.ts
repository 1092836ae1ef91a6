import type { LetterKind } from '../../../desk-paths.ts'
import type { LetterState } from './rules.ts'
import type { LetterRow } from './server/queries.ts'

export type LettersData = {
  kind: LetterKind
  filters: { q: string; state: LetterState | null }
  /** How many are new, by kind. */
  fresh: Record<LetterKind, number>
  letters: LetterRow[]
  exportHref: string
  firstHref: string | null
  nextHref: string | null
}

export type LetterData = {
  kind: LetterKind
  letter: Omit<LetterRow, 'details'>
  details: { term: string; details: string }[]
  isSaved: boolean
}
