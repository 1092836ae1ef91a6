import type { FormEvent } from 'react'
import { useSendForm } from '#ui/use-send-form.ts'

/** The id of a criterion's heading, which takes the focus when what had it is gone. */
export function headingId(criterionId: string): string {
  return `${criterionId}-name`
}

/**
 * Posts a form of a criterion's row without leaving the page, on which documents may be on their way.
 *
 * @returns what goes onto the form.
 */
export function useRowForm(criterionId: string) {
  const send = useSendForm()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTaken = await send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    // What is wrong takes the focus itself.
    if (isTaken && !document.querySelector('main [role=alert]'))
      document.getElementById(headingId(criterionId))?.focus()
  }
  return { method: 'post', onSubmit } as const
}
