import type { FieldFailure } from '#wire/failure.ts'
import type { ReasonKind } from '../reason-kinds.ts'

export type EditedReason = { id: string; kind: ReasonKind; text: string; revision: number }

export type ReasonsData = {
  /** By kind, in their order. */
  texts: EditedReason[]
  /** The text whose form is open; null for a new one. */
  editing: string | null
  typed: { kind: string; text: string }
  problems: FieldFailure[]
  /** Goes back with the form: the revision that it was made from, or the id of a new text, so that a repeated click is one text. */
  seen: string
  notice: 'added' | 'saved' | 'moved' | 'deleted' | 'conflict' | 'gone' | null
}
