import { atom } from 'jotai'
import { handOverKey } from '#domain/hand-over.ts'
import { keepJson, keepText, readJson } from '#ui/browser-store.ts'
import { sameAnswers } from './draft/rules.ts'
import { changeAnswersAtom, localDraftAtom, restoreDraftAtom as restoreKeptDraftAtom } from './draft/state.ts'
import { type Draft, emptyDraft, type Refusal, readDraft, type SentApplication, type StepId } from './rules.ts'

/** The package checkout clears it, too. */
export const sentApplicationKey = 'approvedApplication'
/** By application: nobody finds ticked what was chosen for another event. */
const chosenLevelsKey = 'chosenRecognitionLevels'

/** Empty in the first render, which has to be the server's; setting them keeps them in this browser at once. */
export const draftAtom = atom(
  (get): Draft => {
    const local = get(localDraftAtom)
    return local ? readDraft(local.answers) : emptyDraft
  },
  (get, set, draft: Draft) => {
    if (!sameAnswers(draft, get(draftAtom))) set(changeAnswersAtom, draft)
  },
)

/** Called once the page is rendered. */
export const restoreDraftAtom = atom(null, (get, set): Draft => {
  set(restoreKeptDraftAtom)
  const handed = takeHandOver()
  if (handed) {
    // What was typed here stays.
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

/** What the next step focuses: its first field where null. */
export type Arrival = { field: string } | 'problems' | null
export const arrivalAtom = atom<Arrival>(null)

/** What the server refused last; null once the answers are sent again. */
export const refusalAtom = atom<Refusal | null>(null)

/** Null on a fresh visit. */
export const lastStepAtom = atom<StepId | null>(null)

/** Null where there is none, or it cannot be read. */
export function readSentApplication(): SentApplication | null {
  const kept = readJson('localStorage', sentApplicationKey)
  return typeof kept === 'object' && kept !== null && 'id' in kept && typeof kept.id === 'string'
    ? (kept as SentApplication)
    : null
}

/** Null forgets it. */
export function keepSentApplication(application: SentApplication | null): void {
  keepJson('localStorage', sentApplicationKey, application)
}

export function readChosenLevels(applicationId: string): string[] {
  const chosen = readAllChosen()[applicationId]
  return Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'string') : []
}

export function keepChosenLevels(applicationId: string, ids: string[]): void {
  keepJson('localStorage', chosenLevelsKey, { ...readAllChosen(), [applicationId]: ids })
}

/** The last release kept one list for all applications, which is left out. */
function readAllChosen(): Record<string, unknown> {
  const kept = readJson('localStorage', chosenLevelsKey)
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {}
}

/** Filled in by the quick qualification; read once. */
function takeHandOver(): Record<'company' | 'name' | 'email' | 'phone', string> | null {
  const left = readJson('sessionStorage', handOverKey)
  keepText('sessionStorage', handOverKey, null)
  if (typeof left !== 'object' || left === null) return null
  const word = (name: string) => {
    const value = (left as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  return { company: word('company'), name: word('name'), email: word('email'), phone: word('phone') }
}
