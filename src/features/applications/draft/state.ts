import { atom, type Getter, type Setter } from 'jotai'
import { keepText, readText } from '#ui/browser-store.ts'
import {
  type Answers,
  expiryOf,
  type LocalDraft,
  meet,
  type OtherVersion,
  type SavedDraft,
  type SavedMark,
  sameAnswers,
} from './rules.ts'

const draftKey = 'application-draft'
/** This tab's own version, while two of them wait for a choice; it survives a reload. */
const asideKey = 'application-draft-aside'
const stepKey = 'application-draft-step'
const maxAttempts = 20

export const localDraftAtom = atom<LocalDraft | null>(null)
export const otherVersionAtom = atom<OtherVersion | null>(null)
/** Counts exchanges of all answers for others, so that the form shows them. */
export const exchangesAtom = atom(0)
/** `refused` where the browser keeps no cookies, so that nothing can be saved. */
export const savingAtom = atom<'idle' | 'failed' | 'refused'>('idle')
/** The application is being sent. */
export const savingPausedAtom = atom(false)
export const runningSaveAtom = atom<Promise<void> | null>(null)

/** What this page last read or wrote under `draftKey`: anything else is from another tab. */
const seenAtom = atom<string | null>(null)

/** Called once for each page. What has expired is forgotten. */
export const restoreDraftAtom = atom(null, (get, set) => {
  if (get(localDraftAtom)) return set(noticeStorageAtom)
  const text = readText('localStorage', draftKey)
  const kept = readDraft(text)
  const isOver = kept !== null && Date.parse(expiryOf(kept)) <= Date.now()
  if (isOver) keepText('localStorage', draftKey, null)
  set(seenAtom, isOver ? null : text)
  const aside = readDraft(readText('sessionStorage', asideKey))
  if (!kept || isOver) return set(localDraftAtom, aside)
  if (!aside || sameAnswers(aside.answers, kept.answers)) return set(localDraftAtom, kept)
  set(localDraftAtom, { ...aside, saved: kept.saved, isAhead: true })
  set(otherVersionAtom, { ...kept, from: 'tab' })
})

export const changeAnswersAtom = atom(null, (get, set, answers: Answers) => {
  const before = get(localDraftAtom)
  if (get(otherVersionAtom) === null) lookAtStorage(get, set)
  const saved = get(localDraftAtom)?.saved ?? before?.saved ?? null
  const changed = {
    answers,
    submissionKey: newKey(),
    changedAt: new Date().toISOString(),
    saved,
    isAhead: true,
    attempted: before?.attempted ?? [],
  }
  set(localDraftAtom, changed)
  keep(get, set, changed)
})

/** Where another tab has changed the application, the two versions wait for a choice. */
export const noticeStorageAtom = atom(null, (get, set) => lookAtStorage(get, set))

export const meetServerAtom = atom(null, (get, set, theirs: SavedDraft) => {
  const local = get(localDraftAtom)
  const { answers, submissionKey, ...saved } = theirs
  const version = { answers, submissionKey, changedAt: saved.savedAt, saved, isAhead: false, attempted: [] }
  if (!local) return exchange(get, set, version)
  const outcome = meet(local, theirs)
  if (outcome === 'later') replace(get, set, { ...local, saved, isAhead: true })
  else if (outcome === 'ask') set(otherVersionAtom, { ...version, from: 'server' })
  else if (outcome === 'theirs' && sameAnswers(local.answers, answers)) replace(get, set, version)
  else if (outcome === 'theirs') exchange(get, set, version)
})

/** Call before sending. @returns the version to send, under a key that is noted. */
export const noteAttemptAtom = atom(null, (get, set): LocalDraft | null => {
  const local = get(localDraftAtom)
  if (!local) return null
  const attempted = [...local.attempted, local.submissionKey].slice(-maxAttempts)
  replace(get, set, { ...local, attempted })
  return get(localDraftAtom)
})

export const markSavedAtom = atom(null, (get, set, sent: LocalDraft, saved: SavedMark) => {
  const local = get(localDraftAtom)
  set(savingAtom, 'idle')
  if (local) replace(get, set, { ...local, saved, isAhead: local !== sent, attempted: [] })
})

export const markUnsavedAtom = atom(null, (get, set) => {
  const local = get(localDraftAtom)
  if (local?.saved) replace(get, set, { ...local, saved: null, isAhead: true })
})

export const keepMineAtom = atom(null, (get, set) => {
  const [local, other] = [get(localDraftAtom), get(otherVersionAtom)]
  if (!local || !other) return
  settle(get, set)
  replace(get, set, { ...local, saved: other.saved ?? local.saved, isAhead: true })
})

export const takeOtherAtom = atom(null, (get, set) => {
  const other = get(otherVersionAtom)
  if (!other) return
  const { from: _from, ...version } = other
  settle(get, set)
  exchange(get, set, version)
})

export const forgetDraftAtom = atom(null, (_get, set) => {
  set(localDraftAtom, null)
  set(otherVersionAtom, null)
  set(seenAtom, null)
  keepText('localStorage', draftKey, null)
  keepText('localStorage', stepKey, null)
  keepText('sessionStorage', asideKey, null)
})

export const leftStepAtom = atom((get) => (get(localDraftAtom) ? readText('localStorage', stepKey) : null))

export function keepStep(step: string): void {
  keepText('localStorage', stepKey, step)
}

/** `crypto.randomUUID` is missing on pages that are not served securely. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function lookAtStorage(get: Getter, set: Setter) {
  const text = readText('localStorage', draftKey)
  if (text === get(seenAtom)) return
  set(seenAtom, text)
  const theirs = readDraft(text)
  const mine = get(localDraftAtom)
  // Sent by the other tab, or unreadable: what is typed here stays.
  if (!theirs) return
  if (!mine) return exchange(get, set, theirs)
  if (!sameAnswers(mine.answers, theirs.answers)) return set(otherVersionAtom, { ...theirs, from: 'tab' })
  // Only what the server has is different.
  settle(get, set)
  set(localDraftAtom, { ...mine, saved: theirs.saved, isAhead: theirs.isAhead, submissionKey: theirs.submissionKey })
}

function exchange(get: Getter, set: Setter, version: LocalDraft) {
  replace(get, set, version)
  set(exchangesAtom, get(exchangesAtom) + 1)
}

function replace(get: Getter, set: Setter, version: LocalDraft) {
  set(localDraftAtom, version)
  keep(get, set, version)
}

function keep(get: Getter, set: Setter, local: LocalDraft) {
  if (get(otherVersionAtom)) return keepText('sessionStorage', asideKey, JSON.stringify(local))
  const text = JSON.stringify(local)
  set(seenAtom, text)
  keepText('localStorage', draftKey, text)
}

function settle(_get: Getter, set: Setter) {
  set(otherVersionAtom, null)
  keepText('sessionStorage', asideKey, null)
}

function readDraft(text: string | null): LocalDraft | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { answers, submissionKey, changedAt, saved, isAhead, attempted } = kept as Record<string, unknown>
    if (!isTexts(answers) || typeof changedAt !== 'string' || Number.isNaN(Date.parse(changedAt))) return null
    return {
      answers,
      submissionKey: typeof submissionKey === 'string' ? submissionKey : newKey(),
      changedAt,
      saved: isMark(saved) ? saved : null,
      isAhead: isAhead !== false,
      attempted: Array.isArray(attempted) ? attempted.filter((key) => typeof key === 'string') : [],
    }
  } catch {
    return null
  }
}

function isTexts(value: unknown): value is Answers {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((answer) => typeof answer === 'string')
  )
}

function isMark(value: unknown): value is SavedMark {
  if (typeof value !== 'object' || value === null) return false
  const { id, revision, savedAt, expiresAt } = value as Record<string, unknown>
  return [id, savedAt, expiresAt].every((text) => typeof text === 'string') && typeof revision === 'number'
}
