import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import { canBeSaved, type LocalDraft, type SavedDraft, type SavedMark } from './rules.ts'
import {
  forgetDraftAtom,
  localDraftAtom,
  markSavedAtom,
  markUnsavedAtom,
  meetServerAtom,
  newKey,
  noteAttemptAtom,
  noticeStorageAtom,
  otherVersionAtom,
  runningSaveAtom,
  savingAtom,
  savingPausedAtom,
} from './state.ts'

/** Milliseconds from the last change to its saving, and from a failed save to the next attempt. */
const saveDelayMs = 1_500
const retryDelayMs = 20_000

/** Saves once there is an email address, and notices other tabs. @returns `saveNow` answers whether the server then has everything. */
export function useDraftSync(given: SavedDraft | null) {
  const store = useStore()
  const local = useAtomValue(localDraftAtom)
  const other = useAtomValue(otherVersionAtom)
  const isPaused = useAtomValue(savingPausedAtom)
  const writer = useRef({ id: '', count: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasLeft = useRef(false)
  /** The version tried last, which has a timer of its own. */
  const tried = useRef('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit.
  useEffect(() => {
    const stop = new AbortController()
    hasLeft.current = false
    if (given) store.set(meetServerAtom, given)
    else {
      void askServer(stop.signal).then((saved) => {
        if (stop.signal.aborted || saved === undefined) return
        if (saved) store.set(meetServerAtom, saved)
        else store.set(markUnsavedAtom)
      })
    }
    const onStorage = () => store.set(noticeStorageAtom)
    // The page may not come back, so what is not saved is sent now.
    const onLeave = () => {
      const local = read().isDue && store.set(noteAttemptAtom)
      if (local) void post(local, true).catch(() => {})
    }
    window.addEventListener('storage', onStorage)
    window.addEventListener('pagehide', onLeave)
    return () => {
      stop.abort()
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pagehide', onLeave)
      hasLeft.current = true
      void saveNow()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of what is to be saved.
  useEffect(() => {
    if (other) tried.current = ''
    if (!read().isDue || local?.submissionKey === tried.current) return
    timer.current = setTimeout(() => void saveNow(), saveDelayMs)
    return () => clearTimeout(timer.current)
  }, [local, other, isPaused])

  async function saveNow(): Promise<boolean> {
    clearTimeout(timer.current)
    while (store.get(runningSaveAtom)) await store.get(runningSaveAtom)
    if (read().isDue) {
      const running = save().finally(() => store.set(runningSaveAtom, null))
      store.set(runningSaveAtom, running)
      await running
    }
    const local = store.get(localDraftAtom)
    return local !== null && local.saved !== null && !local.isAhead
  }

  async function save(): Promise<void> {
    // An attempt whose answer was lost (the page was left, the line broke) is asked for; a refusal would look like another device's change.
    if (read().local?.attempted.length) {
      const saved = await askServer()
      if (saved) store.set(meetServerAtom, saved)
    }
    const local = read().isDue ? store.set(noteAttemptAtom) : null
    if (!local) return
    tried.current = local.submissionKey
    try {
      store.set(markSavedAtom, local, await post(local, false))
    } catch (problem) {
      const saved = problem instanceof ApiError && problem.status === 409 ? problem.failure?.saved : undefined
      if (saved) {
        tried.current = ''
        return store.set(meetServerAtom, saved as SavedDraft)
      }
      if (problem instanceof ApiError && problem.status === 403) return store.set(savingAtom, 'refused')
      store.set(savingAtom, 'failed')
      if (!hasLeft.current) timer.current = setTimeout(() => void saveNow(), retryDelayMs)
    }
  }

  function post(local: LocalDraft, isLast: boolean): Promise<SavedMark> {
    writer.current.id ||= newKey()
    const { answers, submissionKey, saved } = local
    const body = {
      id: saved?.id ?? null,
      revision: saved?.revision ?? 0,
      writer: writer.current.id,
      count: ++writer.current.count,
      answers,
      submissionKey,
    }
    // `keepalive` sends the last save although the page is left.
    return callApi<SavedMark>('saveApplicationDraft', { body, keepalive: isLast })
  }

  function read() {
    const local = store.get(localDraftAtom)
    const isFree = !store.get(otherVersionAtom) && !store.get(savingPausedAtom) && store.get(savingAtom) !== 'refused'
    return { local, isDue: isFree && local?.isAhead === true && canBeSaved(local.answers) }
  }

  return { saveNow }
}

/** Null for none, undefined while the server cannot be asked. */
async function askServer(signal?: AbortSignal): Promise<SavedDraft | null | undefined> {
  try {
    return (await callApi<{ saved: SavedDraft | null }>('getApplicationDraft', { signal })).saved
  } catch {
    return undefined
  }
}

/** Where the server cannot be reached, nothing is deleted, which a toast says. The function answers whether it was. */
export function useDeleteDraft() {
  const toast = useToast()
  const store = useStore()
  const forget = useSetAtom(forgetDraftAtom)

  return async function deleteDraft(): Promise<boolean> {
    store.set(savingPausedAtom, true)
    try {
      // A save that arrived afterwards would bring it back.
      await store.get(runningSaveAtom)
      await callApi('deleteApplicationDraft')
      forget()
      toast({ title: 'Your answers are deleted' })
      return true
    } catch {
      toast({
        title: 'Your answers were not deleted',
        description: 'We cannot reach our server. Please try again in a moment.',
        variant: 'destructive',
      })
      return false
    } finally {
      store.set(savingPausedAtom, false)
    }
  }
}

/** Has a link emailed once the answers are saved, and says so in a toast. @param saveNow of `useDraftSync`. */
export function useDraftLink(saveNow: () => Promise<boolean>) {
  const toast = useToast()
  const store = useStore()
  const [busy, setBusy] = useState(false)

  async function sendLink(email: string): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      if (!(await saveNow())) {
        // With two versions the page asks which one to keep.
        if (!store.get(otherVersionAtom)) fail('Your answers could not be saved. Please try again in a moment.')
        return
      }
      await callApi('sendApplicationDraftLink')
      toast({
        title: 'We have sent the link',
        description: `Open the email to ${email.trim()} on your other device. The link works once, within 14 days.`,
      })
    } catch (problem) {
      const said = problem instanceof ApiError ? problem.failure?.error : undefined
      fail(said ?? 'Please try again in a moment. Your answers are saved on this device.')
    } finally {
      setBusy(false)
    }
  }

  return { busy, sendLink }

  function fail(description: string) {
    toast({ title: 'The link was not sent', description, variant: 'destructive' })
  }
}
