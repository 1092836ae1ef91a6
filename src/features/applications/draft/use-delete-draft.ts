import { useSetAtom, useStore } from 'jotai'
import { useToast } from '#ui/toast.tsx'
import { callApi } from '#wire/call-api.ts'
import { forgetDraftAtom, runningSaveAtom, savingPausedAtom } from './state.ts'

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
