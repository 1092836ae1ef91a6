import { useEffect, useState } from 'react'
import { apiPath } from '../../api-paths.ts'
import { ApiError, callApi } from '../../wire/call-api.ts'
import type { ShownApplication } from './rules.ts'
import { keepSentApplication, readSentApplication } from './state.ts'

type Answer = { id: string; reference: string; status: string; eventDraft: { title: string } }

/**
 * The application to show: the one that the server has answered, else the one that this browser sent last, with the status that
 * the server knows of it.
 *
 * @returns undefined until the browser has been asked; null when there is none.
 */
export function useShownApplication(answered: ShownApplication | null): ShownApplication | null | undefined {
  const [shown, setShown] = useState<ShownApplication | null | undefined>(answered ?? undefined)
  useEffect(() => {
    if (answered) return setShown(answered)
    const sent = readSentApplication()
    if (!sent) return setShown(null)
    let left = false
    void askStanding(sent.id).then((status) => {
      if (left) return
      if (status === 'gone') keepSentApplication(null)
      setShown(status === 'gone' ? null : { id: sent.id, reference: sent.reference, title: sent.title, status })
    })
    return () => {
      left = true
    }
  }, [answered])
  return shown
}

/** Where an application stands; `submitted` while the server cannot be asked, `gone` when it knows of none. */
async function askStanding(id: string): Promise<string> {
  try {
    return (await callApi<Answer>('GET', apiPath('application', { id }))).status
  } catch (problem) {
    return problem instanceof ApiError && problem.status === 404 ? 'gone' : 'submitted'
  }
}
