import { isMailAddress } from '#domain/mail-address.ts'

/** Every answer by the name of its field, as the text in it. */
export type Answers = Readonly<Record<string, string>>

/** How many days after the last change an unfinished application is kept, here and in the browser. */
export const draftDays = 60

/** Which version the server has. Times are ISO in UTC. */
export type SavedMark = { id: string; revision: number; savedAt: string; expiresAt: string }

/** An unfinished application as the server has it. */
export type SavedDraft = SavedMark & { answers: Answers; submissionKey: string }

/** An unfinished application as a browser keeps it. */
export type LocalDraft = {
  answers: Answers
  /** Goes with exactly these answers: sent again (a second click, a lost answer, a reload), they make nothing new. */
  submissionKey: string
  /** ISO time in UTC. */
  changedAt: string
  /** The last version of it that the server has, as far as is known here. */
  saved: SavedMark | null
  /** Whether it has been changed since that version. */
  isAhead: boolean
  /** Keys of the versions that were sent to the server without an answer so far: what it has under one of them is ours. */
  attempted: readonly string[]
}

/** Another version of the same application, which waits for the person's choice. */
export type OtherVersion = LocalDraft & { from: 'tab' | 'server' }

/** An answer that is left out and an empty one are the same. */
export function sameAnswers(left: Answers, right: Answers): boolean {
  return differingFields(left, right).length === 0
}

/** The names of the fields that are answered differently. */
export function differingFields(left: Answers, right: Answers): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (field) => (left[field] ?? '') !== (right[field] ?? ''),
  )
}

/** Whether the server may keep the answers: once an email address is given. */
export function canBeSaved(answers: Answers): boolean {
  return isMailAddress((answers.email ?? '').trim())
}

/** When a browser forgets an unfinished application: as long after the last change as the server does. ISO time in UTC. */
export function expiryOf({ changedAt, saved, isAhead }: Pick<LocalDraft, 'changedAt' | 'saved' | 'isAhead'>): string {
  if (saved && !isAhead) return saved.expiresAt
  return new Date(Date.parse(changedAt) + draftDays * 86_400_000).toISOString()
}

/**
 * What becomes of the browser's version when it meets the server's: it stays (`mine`), is a later one of the same line
 * (`later`), gives way to one that is (`theirs`), or the person has to choose (`ask`), because both hold words that the other
 * does not.
 */
export function meet(local: LocalDraft, saved: SavedDraft): 'mine' | 'later' | 'theirs' | 'ask' {
  if (sameAnswers(local.answers, saved.answers)) return 'theirs'
  if (local.attempted.includes(saved.submissionKey)) return 'later'
  if (local.saved?.id !== saved.id) return 'ask'
  // An older one comes with a page that the browser has kept.
  if (local.saved.revision >= saved.revision) return 'mine'
  return local.isAhead ? 'ask' : 'theirs'
}
