import { useSetAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { useToast } from '#ui/toast.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { forgetDraftAtom, localDraftAtom, runningSaveAtom, savingPausedAtom } from './draft/state.ts'
import type { Draft } from './rules.ts'
import type { SentOutcome } from './send-application.ts'

/** A second press while it runs does nothing; one after a lost answer gets what the first has made. */
export function useSubmitApplication() {
  const toast = useToast()
  const store = useStore()
  const forgetDraft = useSetAtom(forgetDraftAtom)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  /** @returns fields that the server refused; any other failure has been shown already. */
  async function submit(draft: Draft): Promise<{ sent: SentOutcome } | { refused: FieldFailure[] }> {
    if (running.current) return { refused: [] }
    running.current = true
    setBusy(true)
    store.set(savingPausedAtom, true)
    try {
      const { sendApplication } = await import('./send-application.ts')
      // A save that arrived after it would bring the draft back.
      await store.get(runningSaveAtom)
      const outcome = await sendApplication(draft, store.get(localDraftAtom), toast)
      if ('sent' in outcome) forgetDraft()
      return outcome
    } catch {
      toast({ title: 'Submission Error', description: 'Failed to submit application', variant: 'destructive' })
      return { refused: [] }
    } finally {
      running.current = false
      store.set(savingPausedAtom, false)
      setBusy(false)
    }
  }

  return { busy, submit }
}
