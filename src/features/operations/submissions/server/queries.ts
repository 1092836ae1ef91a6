import { query } from '../../../../database/query.ts'
import type { LetterKind } from '../../../../desk-paths.ts'
import type { LetterState } from '../rules.ts'

export type LetterRow = {
  id: string
  arrived_at: string
  name: string
  email: string
  organisation: string
  phone: string
  /** In a few words. */
  about: string
  /** JSON: what this kind alone has, by its name. */
  details: string
  state: LetterState
  handled_by_name: string | null
  handled_at: string | null
  position: string
}

export const listLetters = query<
  [
    kind: LetterKind,
    state: LetterState | null,
    text: string | null,
    position: string | null,
    id: string | null,
    limit: number,
  ],
  LetterRow
>('correspondence/list-letters')
export const countLetters = query<[], { kind: LetterKind; letters: number }>('correspondence/count-letters')
export const readLetter = query<[kind: LetterKind, id: string], LetterRow>('correspondence/read-letter')
export const setState = query<
  [kind: LetterKind, id: string, state: LetterState, who: string, now: string],
  { id: string; before: LetterState }
>('correspondence/set-state')
