import { atom } from 'jotai'
import { type Draft, emptyDraft, readDraft, type SentApplication, type StepId } from './rules.ts'

const draftKey = 'application-draft'
/** Where the last sent application is kept in this browser; the package checkout clears it. */
export const sentApplicationKey = 'approvedApplication'
/** Where the recognition levels chosen on the pre-approval page are kept: a JSON list of level ids. */
export const chosenLevelsKey = 'chosenRecognitionLevels'

/** Where the quick qualification leaves `{ company, name, email, phone }` for this form, in this tab alone. */
export const handOverKey = 'quickapply'

type KeptDraft = {
  draft: Draft
  /** Goes with exactly these answers: sent again (a second click, a lost answer, a reload), they make nothing new. */
  submissionKey: string
}

const keptDraftAtom = atom<KeptDraft>({ draft: emptyDraft, submissionKey: '' })

/** The answers so far. Setting them keeps them in this browser at once; the first render has to be the server's, so they are empty there. */
export const draftAtom = atom(
  (get) => get(keptDraftAtom).draft,
  (get, set, draft: Draft) => {
    if (sameDraft(draft, get(keptDraftAtom).draft)) return
    const kept = { draft, submissionKey: newKey() }
    set(keptDraftAtom, kept)
    write(draftKey, kept)
  },
)

/** Takes up the draft that this browser has kept, and answers it. Called once the page stands. */
export const restoreDraftAtom = atom(null, (get, set): Draft => {
  const stored = read(draftKey)
  if (typeof stored === 'object' && stored !== null && 'draft' in stored) {
    const submissionKey =
      'submissionKey' in stored && typeof stored.submissionKey === 'string' ? stored.submissionKey : newKey()
    set(keptDraftAtom, { draft: readDraft(stored.draft), submissionKey })
  }
  const handed = takeHandOver()
  if (handed) {
    // What was typed here stands; what is empty is filled in.
    const draft = get(draftAtom)
    set(draftAtom, {
      ...draft,
      name: draft.name || handed.company,
      contactName: draft.contactName || handed.name,
      email: draft.email || handed.email,
      phone: draft.phone || handed.phone,
    })
  }
  return get(draftAtom)
})

/** The key to send the current answers with. */
export const submissionKeyAtom = atom((get) => get(keptDraftAtom).submissionKey || newKey())

/** Forgets the draft: the form is empty again, its capacity 100. */
export const resetDraftAtom = atom(null, (_, set) => {
  set(keptDraftAtom, { draft: emptyDraft, submissionKey: '' })
  write(draftKey, null)
})

/** What the step that is about to be shown puts the focus on: its first field unless it says otherwise. */
export type Arrival = { field: string } | 'problems' | null
export const arrivalAtom = atom<Arrival>(null)

/** The step shown last: another one is a step change, and none is a fresh visit. */
export const lastStepAtom = atom<StepId | null>(null)

/** The application that this browser sent last; null when there is none, or it cannot be read. */
export function readSentApplication(): SentApplication | null {
  const kept = read(sentApplicationKey)
  return typeof kept === 'object' && kept !== null && 'id' in kept && typeof kept.id === 'string'
    ? (kept as SentApplication)
    : null
}

/** Keeps the application that was just sent, or forgets it (null). */
export function keepSentApplication(application: SentApplication | null): void {
  write(sentApplicationKey, application)
}

/** The recognition levels chosen in this browser. */
export function readChosenLevels(): string[] {
  const kept = read(chosenLevelsKey)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

/** Keeps the chosen recognition levels. */
export function keepChosenLevels(ids: string[]): void {
  write(chosenLevelsKey, ids)
}

function sameDraft(left: Draft, right: Draft): boolean {
  return (Object.keys(emptyDraft) as (keyof Draft)[]).every((field) => left[field] === right[field])
}

/** A random UUID (version 4). `crypto.randomUUID` is missing on pages that are not served securely. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** What the quick qualification has left, once. */
function takeHandOver(): Record<'company' | 'name' | 'email' | 'phone', string> | null {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(handOverKey) ?? 'null')
    sessionStorage.removeItem(handOverKey)
    if (typeof left !== 'object' || left === null) return null
    const word = (name: string) => {
      const value = (left as Record<string, unknown>)[name]
      return typeof value === 'string' ? value : ''
    }
    return { company: word('company'), name: word('name'), email: word('email'), phone: word('phone') }
  } catch {
    return null
  }
}

// Storage may be closed to us (a private window, a full quota): then what is kept lives as long as the page.
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
