import { useStore } from 'jotai'
import { useState } from 'react'
import { useToast } from '#ui/toast.tsx'
import { ApiError, callApi } from '#wire/call-api.ts'
import { otherVersionAtom } from './state.ts'

/**
 * Has a link to another device emailed, once the answers are saved. What becomes of it is said in a toast.
 *
 * @param saveNow from `useDraftSync`.
 */
export function useDraftLink(saveNow: () => Promise<boolean>) {
  const toast = useToast()
  const store = useStore()
  const [busy, setBusy] = useState(false)

  async function sendLink(email: string): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      if (!(await saveNow())) {
        // Two versions are a choice first, which the page then shows.
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
