import { useSetAtom, useStore } from 'jotai'
import { useState } from 'react'
import { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import { forgetDraftAtom, otherVersionAtom, runningSaveAtom, savingPausedAtom } from './state.ts'

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
