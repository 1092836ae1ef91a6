import type { FormEvent } from 'react'
import { useSendForm } from '#ui/use-send-form.ts'
import type { EvidenceCriterion, OwnEvidence } from './server.ts'

export type RowProps = { criterion: EvidenceCriterion; evidence: OwnEvidence }

/** The heading takes the focus when what had it is gone. */
export function headingId(criterionId: string): string {
  return `${criterionId}-name`
}

/** Posts a form without leaving the page, because documents may be being sent. */
export function useRowForm(criterionId: string) {
  const send = useSendForm()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTaken = await send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    if (isTaken && !document.querySelector('main [role=alert]'))
      document.getElementById(headingId(criterionId))?.focus()
  }
  return { method: 'post', onSubmit } as const
}
