import { useCallback } from 'react'
import { useLocation } from 'wouter'
import type { SentForm } from './moves.ts'
import { useToast } from './toast.tsx'

/**
 * Posts a form to its page's own address and shows the answer in its place, so that other things typed on the page stay. Where it is not taken
 * (no connection, signed out), it says so and everything stays as it is. @param replaces false where Back leads to the page as it was, once the
 * answer has another address. @returns whether the server has answered with the page.
 */
export function useSendForm(
  replaces = true,
): (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<boolean> {
  const [, navigate] = useLocation()
  const toast = useToast()
  return useCallback(
    async (form, submitter) => {
      const typed = [...new FormData(form, submitter)].filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      )
      const isTaken = await new Promise<boolean>((ended) => {
        const state: SentForm = { form: new URLSearchParams(typed), ended }
        navigate(form.getAttribute('action')!, { replace: replaces, state })
      })
      if (!isTaken) {
        const description =
          'What you typed is still here. Check your connection, or sign in again in another tab, and send it again.'
        toast({ title: 'Not sent', description, variant: 'destructive' })
      }
      return isTaken
    },
    [navigate, toast, replaces],
  )
}
