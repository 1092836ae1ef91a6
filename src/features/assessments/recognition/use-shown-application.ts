import { useEffect, useState } from 'react'
import { keepSentApplication, readSentApplication } from '#features/applications/state.ts'
import { href } from '#pages.ts'
import type { PreApprovedData } from './state.ts'

/**
 * What to show: the application that the server has answered, else the one that this browser sent last, as the server knows it.
 *
 * @returns no application (undefined) until the browser has been asked; null when there is none.
 */
export function useShownApplication(answered: PreApprovedData): {
  call: PreApprovedData['call']
  application: PreApprovedData['application'] | undefined
} {
  const [found, setFound] = useState<Pick<PreApprovedData, 'application' | 'call'>>()
  useEffect(() => {
    if (answered.application) return
    const sent = readSentApplication()
    if (!sent) return setFound(answered)
    let left = false
    void askServer(sent.id).then((data) => {
      if (left) return
      if (data?.application === null) keepSentApplication(null)
      const { id, reference, title } = sent
      const unknown = { id, reference, title, status: null, state: null, slug: null, isAddressConfirmed: null }
      setFound(data ?? { application: unknown, call: null })
    })
    return () => {
      left = true
    }
  }, [answered])
  return answered.application ? answered : (found ?? { application: undefined, call: null })
}

/** This page's own data for an application, with no application where the server knows of none; null while it cannot be asked. */
async function askServer(id: string): Promise<PreApprovedData | null> {
  try {
    const response = await fetch(href('preApproved', { application_id: id }), {
      headers: { accept: 'application/json' },
    })
    return response.ok ? ((await response.json()) as { data: PreApprovedData }).data : null
  } catch {
    return null
  }
}
