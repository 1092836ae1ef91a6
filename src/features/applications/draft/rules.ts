import { isMailAddress } from '#domain/mail-address.ts'

export type Answers = Readonly<Record<string, string>>

/** Days after the last change, here and in the browser. */
export const draftDays = 60

export type SavedMark = { id: string; revision: number; savedAt: string; expiresAt: string }

export type SavedDraft = SavedMark & { answers: Answers; submissionKey: string }

export type LocalDraft = {
  answers: Answers
  /** Goes with exactly these answers: sent again (a second click, a lost answer, a reload), they make no second application. */
  submissionKey: string
  changedAt: string
  /** The last version that this browser knows the server to have. */
  saved: SavedMark | null
  isAhead: boolean
  /** Submission keys that were sent without an answer so far: what the server has under one of them is ours. */
  attempted: readonly string[]
}

export type OtherVersion = LocalDraft & { from: 'tab' | 'server' }

/** A missing answer and an empty one are the same. */
export function sameAnswers(left: Answers, right: Answers): boolean {
  return differingFields(left, right).length === 0
}

export function differingFields(left: Answers, right: Answers): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (field) => (left[field] ?? '') !== (right[field] ?? ''),
  )
}

/** Once an email address is given. */
export function canBeSaved(answers: Answers): boolean {
  return isMailAddress((answers.email ?? '').trim())
}

/** As long after the last change as the server forgets it. */
export function expiryOf({ changedAt, saved, isAhead }: Pick<LocalDraft, 'changedAt' | 'saved' | 'isAhead'>): string {
  if (saved && !isAhead) return saved.expiresAt
  return new Date(Date.parse(changedAt) + draftDays * 86_400_000).toISOString()
}

/** The browser's version stays, continues the server's or gives way to it; with words of their own in both, the person is asked. */
export function meet(local: LocalDraft, saved: SavedDraft): 'mine' | 'later' | 'theirs' | 'ask' {
  if (sameAnswers(local.answers, saved.answers)) return 'theirs'
  if (local.attempted.includes(saved.submissionKey)) return 'later'
  if (local.saved?.id !== saved.id) return 'ask'
  // The server's is older where the browser has kept the page.
  if (local.saved.revision >= saved.revision) return 'mine'
  return local.isAhead ? 'ask' : 'theirs'
}
